//! How many playouts a move may take, where several commands say it.

use crate::session;

/// A limit of playouts or visits, or none.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::gtp) struct Limit {
    set: Option<u64>,
    /// What `lz-setoption` has set, apart, because clients take that back without knowing what was there before.
    leelas: Option<u64>,
}

impl Limit {
    /// This many playouts, whatever `lz-setoption` has said before.
    pub fn new(set: Option<u64>) -> Limit {
        Limit { set, leelas: None }
    }

    /// The least of what was set.
    fn value(self) -> Option<u64> {
        [self.set, self.leelas].into_iter().flatten().min()
    }

    /// Sets what `lz-setoption` asks for, or takes it back.
    pub fn set_leelas(&mut self, value: Option<u64>) {
        self.leelas = value;
    }
}

/// KataGo and Leela Zero count playouts and visits; clients set both, one of them often to no limit at all. A tree may
/// be kept from move to move, and then visits count what it holds.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::gtp) struct PlayoutLimits {
    /// `--playouts`, `maxPlayouts`, `playouts` of `tengen-param`, and `Playouts` of `lz-setoption`.
    pub playouts: Limit,
    /// `--visits`, `maxVisits`, and `Visits` of `lz-setoption`.
    pub visits: Limit,
}

impl PlayoutLimits {
    /// Those with which a session begins.
    pub fn of(config: &session::Config) -> PlayoutLimits {
        PlayoutLimits {
            playouts: Limit::new(config.playouts),
            visits: Limit::new(config.visits),
        }
    }

    /// Has a session keep to them.
    pub fn put_into(self, config: &mut session::Config) {
        config.playouts = self.playouts.value();
        config.visits = self.visits.value();
    }
}
