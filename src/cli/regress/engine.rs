//! The engine that is tested: this program with options, or another one that is told the same.

use super::RegressArgs;
use crate::tools::engine::{Complaint, Engine, tell};
use crate::tools::process;
use crate::tools::regress::LaunchError;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;

impl RegressArgs {
    /// Refuses a network that another engine would never hear of, and one that is damaged: the tests would be those of
    /// playouts.
    pub(super) fn check_engine(&self) -> Result<(), String> {
        match &self.engine {
            None => {
                let network = self.network.read()?;
                self.network.tell_of_use(network.as_ref());
                Ok(())
            }
            Some(_) if self.network.is_named_here() => {
                Err("--net is for this program and cannot be used with --engine".to_owned())
            }
            Some(_) => Ok(()),
        }
    }

    /// Starts it in the directory of a test file, and has another engine take over the time, the rules and the komi.
    pub(super) fn launch(&self, directory: &Path) -> Result<Box<dyn Engine>, LaunchError> {
        let Some(command) = &self.engine else {
            let engine = process::launch_self(&self.own_options(), directory);
            return engine.map_err(LaunchError::NoStart);
        };
        let mut engine = process::launch_in(command, directory).map_err(LaunchError::NoStart)?;
        if let Some(time) = self.time {
            self.set_time(&mut *engine, time)?;
        }
        for command in self.preparations() {
            self.prepare(&mut *engine, command)?;
        }
        Ok(engine)
    }

    fn set_time(&self, engine: &mut dyn Engine, time: Duration) -> Result<(), LaunchError> {
        let command = |seconds: f64| format!("time_settings 0 {seconds} 1");
        let seconds = time.as_secs_f64();
        match self.prepare(engine, command(seconds)) {
            // GNU Go reads whole numbers alone.
            Err(LaunchError::Unprepared(Complaint { trouble, .. }))
                if !trouble.is_final() && seconds.fract() > 0.0 =>
            {
                self.prepare(engine, command(seconds.ceil()))
            }
            set => set,
        }
    }

    fn prepare(&self, engine: &mut dyn Engine, command: String) -> Result<(), LaunchError> {
        tell(engine, &command, self.limit).map_err(LaunchError::Unprepared)?;
        Ok(())
    }

    /// What is sent to another engine before a file, beside the time.
    fn preparations(&self) -> impl Iterator<Item = String> {
        let rules = self.rules.map(|rules| rules.to_json());
        let rules = rules.map(|rules| format!("kata-set-rules {rules}"));
        let komi = self.komi.map(|komi| format!("komi {komi}"));
        rules.into_iter().chain(komi)
    }

    fn own_options(&self) -> Vec<OsString> {
        let rules = self
            .rules
            .map(|rules| format!("--rules={}", rules.to_json()));
        let komi = self.komi.map(|komi| format!("--komi={komi}"));
        let mut options = vec![
            "gtp".to_owned(),
            "--threads=1".to_owned(),
            match self.time {
                Some(time) => format!("--time={}", time.as_secs_f64()),
                None => format!("--playouts={}", self.playouts),
            },
            format!("--seed={}", self.seed),
        ];
        options.extend(rules.into_iter().chain(komi));
        let options = options.into_iter().map(OsString::from);
        options.chain(self.network.arguments()).collect()
    }

    /// What is tested, in words.
    pub(super) fn engine_name(&self) -> String {
        match &self.engine {
            Some(command) => command.clone(),
            None => {
                let options = self.own_options().join(OsStr::new(" "));
                format!("tengen {}", options.display())
            }
        }
    }
}
