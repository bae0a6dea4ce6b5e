use kvant_c::*; use kvant_c::observation::Trace;
#[derive(Clone,Copy)] pub struct Limits{pub steps:u64,pub frames:u32,pub memory:u64,pub observations:u64}
impl Default for Limits{fn default()->Self{todo!()}}
pub struct Machine; pub struct MachineMark; pub struct Stop; impl Stop{pub fn rule(&self)->&'static str{""}}
pub enum Pause{Finished,Frontier,Arrived}
#[derive(Clone)] pub struct Fault{pub place:Place,pub path:Vec<u32>}
#[derive(Clone,Copy,Debug,PartialEq)] pub struct Pointer;
#[derive(Clone,Copy,Debug,PartialEq)] pub enum Value{Void,Int(u128),Float(f64),Pointer(Pointer),Null,Function(FnId),Record}
impl Machine{
 pub fn new(_:CTarget,_:Limits)->Machine{todo!()}
 pub fn start(&mut self,_:&Program)->Result<(),Stop>{todo!()}
 pub fn run(&mut self,_:&Program)->Result<Pause,Stop>{todo!()}
 pub fn place(&self)->Option<Place>{todo!()}
 pub fn entered(&self)->Vec<BlockId>{todo!()}
 pub fn depth(&self)->usize{todo!()}
 pub fn steps(&self)->u64{todo!()}
 pub fn limits(&self)->Limits{todo!()}
 pub fn set_limits(&mut self,_:Limits){todo!()}
 pub fn trace(&self)->&Trace{todo!()}
 pub fn mark(&mut self)->MachineMark{todo!()}
 pub fn rollback(&mut self,_:MachineMark){todo!()}
 pub fn commit(&mut self,_:MachineMark){todo!()}
 pub fn evaluate(&mut self,_:&Program,_:&Expr)->Result<Value,Stop>{todo!()}
 pub fn fault(&self)->Option<&Fault>{todo!()}
}
