//! The places that a statement may use at the point where it is written.

use kvant_mir::{Local, Mutability, Ty, TyKind, Types};

use crate::path::{Firmness, Path, paths};
use crate::universe::Universe;

/// Maximum number of locals in the scope of an arm that is written later than the code around it.
const MOST_VISIBLE: usize = 100;

/// A local that is in scope.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) local: Local,
    /// Read only, and never pointed to: loop counters, bounds, the pointer to the environment.
    pub(crate) frozen: bool,
    /// Written and not read since.
    pub(crate) unread: bool,
    /// Moved away and not written since.
    pub(crate) gone: bool,
}

/// A path from a local to a part of it, or of its referent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Route {
    pub(crate) entry: u32,
    pub(crate) deref: bool,
    /// The index of the path among those of the local's or the pointee's type.
    pub(crate) path: u32,
    pub(crate) writable: bool,
    pub(crate) firmness: Firmness,
}

/// The places in scope, by type.
#[derive(Default)]
pub(crate) struct Scope {
    entries: Vec<Entry>,
    /// By the number of the type at their end.
    routes: Vec<Vec<Route>>,
    /// `usize` locals that are always below a bound.
    pub(crate) bounded: Vec<(Local, u64)>,
    /// The pointer to the environment.
    pub(crate) environment: Option<Local>,
}

/// A state of the scope to go back to.
#[derive(Clone, Copy)]
pub(crate) struct ScopeMark {
    entries: usize,
    bounded: usize,
}

impl ScopeMark {
    /// Number of locals in scope.
    pub(crate) fn entries(self) -> usize {
        self.entries
    }
}

/// The paths of every type, computed once.
#[derive(Default)]
pub(crate) struct Paths {
    /// By the number of the type.
    known: Vec<Option<Vec<Path>>>,
}

impl Paths {
    pub(crate) fn of(&mut self, types: &Types, universe: &Universe, ty: Ty) -> &[Path] {
        if self.known.len() <= ty.index() {
            self.known.resize_with(ty.index() + 1, || None);
        }
        self.known[ty.index()].get_or_insert_with(|| {
            let mut paths = paths(types, ty);
            if ty == universe.environment {
                // Only its scalars are used, not the trip counts and not the struct as a whole.
                paths.retain(|path| path.steps.len() == 1 && types.is_scalar(path.leaf));
            }
            paths
        })
    }

    pub(crate) fn get(&self, ty: Ty, n: u32) -> Option<&Path> {
        self.known.get(ty.index())?.as_ref()?.get(n as usize)
    }
}

impl Scope {
    pub(crate) fn mark(&self) -> ScopeMark {
        ScopeMark {
            entries: self.entries.len(),
            bounded: self.bounded.len(),
        }
    }

    /// Removes everything that came into scope since `mark`.
    pub(crate) fn truncate(&mut self, mark: ScopeMark) {
        self.entries.truncate(mark.entries);
        self.bounded.truncate(mark.bounded);
        for routes in &mut self.routes {
            while routes
                .last()
                .is_some_and(|route| route.entry as usize >= mark.entries)
            {
                routes.pop();
            }
        }
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(crate) fn entry(&mut self, n: u32) -> &mut Entry {
        &mut self.entries[n as usize]
    }

    /// The environment and the newest locals in scope, each with a flag that is true if it is read-only. A large
    /// function has very many locals, and the scope of a late arm is built from all that are returned.
    pub(crate) fn visible(&self) -> Vec<(Local, bool)> {
        let old = self.entries.len().saturating_sub(MOST_VISIBLE);
        let (old, new) = self.entries.split_at(old);
        let environment = |entry: &&Entry| Some(entry.local) == self.environment;
        let here = old.iter().filter(environment).chain(new);
        let here = here.filter(|entry| !entry.gone);
        here.map(|entry| (entry.local, entry.frozen)).collect()
    }

    pub(crate) fn contains(&self, local: Local) -> bool {
        self.entries.iter().any(|entry| entry.local == local)
    }

    pub(crate) fn routes(&self, ty: Ty) -> &[Route] {
        self.routes.get(ty.index()).map_or(&[], Vec::as_slice)
    }

    /// Brings a local of type `ty` into scope.
    pub(crate) fn add(
        &mut self,
        types: &Types,
        universe: &Universe,
        paths: &mut Paths,
        (local, ty): (Local, Ty),
        (frozen, unread): (bool, bool),
    ) {
        let entry = self.entries.len() as u32;
        self.entries.push(Entry {
            local,
            frozen,
            unread,
            gone: false,
        });
        if ty == universe.environment_pointer {
            self.environment = Some(local);
        }
        let mut add = |ty: Ty, deref: bool, writable: bool| {
            // The environment itself is reached through its pointer only.
            for (n, path) in paths.of(types, universe, ty).iter().enumerate() {
                let leaf = path.leaf.index();
                if self.routes.len() <= leaf {
                    self.routes.resize_with(leaf + 1, Vec::new);
                }
                self.routes[leaf].push(Route {
                    entry,
                    deref,
                    path: n as u32,
                    writable,
                    firmness: path.firmness,
                });
            }
        };
        if ty == universe.environment {
            return;
        }
        if ty != universe.environment_pointer {
            add(ty, false, !frozen);
        }
        if let TyKind::RawPtr(mutability, pointee) | TyKind::Ref(mutability, pointee) =
            types.kind(ty)
        {
            add(*pointee, true, *mutability == Mutability::Mut);
        }
    }
}
