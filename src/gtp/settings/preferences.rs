//! What commands can set beside the configuration of the session.

use super::playout_limits::PlayoutLimits;
use crate::gtp::analyze::line::USUAL_PV_LENGTH;
use crate::katago::keys;
use crate::types::Perspective;
use std::collections::BTreeMap;

/// What an analysis looks at and shows beyond what its command says.
#[derive(Clone, Copy, Debug)]
pub(in crate::gtp) struct AnalysisParams {
    /// The most moves of a line after its first.
    pub pv_length: usize,
    /// See [`Guidance::wide_root_noise`](crate::search::Guidance::wide_root_noise).
    pub wide_root_noise: f32,
    /// From whose view values and owners are told.
    pub perspective: Perspective,
}

impl Default for AnalysisParams {
    fn default() -> AnalysisParams {
        AnalysisParams {
            pv_length: USUAL_PV_LENGTH,
            wide_root_noise: keys::USUAL_WIDE_ROOT_NOISE,
            perspective: Perspective::default(),
        }
    }
}

/// What commands set beside the configuration of the session.
#[derive(Clone, Default)]
pub(in crate::gtp) struct Preferences {
    /// The limits on playouts and visits that the command line and commands have set; the session knows what comes of them.
    pub limits: PlayoutLimits,
    /// What `kata-set-param` and configurations have set, of an analysis alone.
    pub analysis: AnalysisParams,
    /// Parameters of KataGo's that Tengen has no use for, as they were set.
    pub unused_params: BTreeMap<&'static str, String>,
    /// Whether records tell what the search saw at each move.
    pub sgf_comments: bool,
    /// Whether GoGui draws what the search sees while it goes on.
    pub live_graphics: bool,
}
