//! The generator's features, each with one name and one switch.

kvant_generate::features! {
    Bodies "bodies" "Bodies of donors inside of the host",
    Calls "calls" "Donors that are called by the host",
    Operands "operands" "Results of donors in place of operands; otherwise donors act through memory only",
    Bridges "bridges" "Conversions where types do not fit",
    Parameters "parameters" "New parameters for arguments of donors",
    SharedMemory "shared-memory" "Pointers of the host as arguments of donors, also with offsets",
    Mutations "mutations" "Small changes of flags, constants, operations, attributes and control flow",
    Loops "loops" "Functions with loops",
    Memory "memory" "Functions that access memory",
    Floats "floats" "Functions with floats",
    Vectors "vectors" "Functions with vectors",
    Scalable "scalable" "Functions with scalable vectors",
    UnknownCalls "unknown-calls" "Functions that call unknown functions",
}
