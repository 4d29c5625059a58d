//! The draft of all settings, which a command changes before all of it takes effect.

use super::preferences::Preferences;
use crate::console::{stderr, without_effect};
use crate::gtp::engine::Engine;
use crate::session;

/// All settings as they will be once a command has succeeded.
pub(in crate::gtp) struct Draft {
    /// Those of the session; `preferences` has the limits on playouts and visits.
    pub config: session::Config,
    /// Those beside it.
    pub preferences: Preferences,
    /// The names of settings that were changed and have no effect.
    pub ineffective: Vec<&'static str>,
}

impl Engine {
    /// Changes settings: all that `change` sets in a draft of them, or none if it fails. Tells of those that have no effect.
    pub(in crate::gtp) fn change<E>(
        &mut self,
        change: impl FnOnce(&mut Draft) -> Result<(), E>,
    ) -> Result<(), E> {
        let ineffective = self.change_silently(change)?;
        if !ineffective.is_empty() {
            let words = without_effect(ineffective.join(", "));
            stderr::say(format!("tengen: {words}"));
        }
        Ok(())
    }

    /// The same, but answers the names of those that have no effect.
    pub(super) fn change_silently<E>(
        &mut self,
        change: impl FnOnce(&mut Draft) -> Result<(), E>,
    ) -> Result<Vec<&'static str>, E> {
        let mut draft = Draft {
            config: self.session.config().clone(),
            preferences: self.preferences.clone(),
            ineffective: Vec::new(),
        };
        change(&mut draft)?;
        draft.preferences.limits.put_into(&mut draft.config);
        self.session.reconfigure(|config| *config = draft.config);
        self.preferences = draft.preferences;
        Ok(draft.ineffective)
    }
}
