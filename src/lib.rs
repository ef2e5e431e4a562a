//! Specification, reference models and conformance kit for tool-loop guards.
