//! What the pages of the tool share: markup, charts, number formats, style and script.

pub(crate) mod chart;
pub(crate) mod curves;
pub(crate) mod html;
pub(crate) mod number_format;
pub(crate) mod sample;
pub(crate) mod svg;

/// The style of all pages, light and dark.
pub(crate) const STYLE: &str = include_str!("style.css");

/// Sorts and filters tables, copies commands, and opens the target of a link.
pub(crate) const SCRIPT: &str = include_str!("script.js");
