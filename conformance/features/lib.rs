//! Nothing: the tests are what this is for. Features of a library add up over a whole build, so that a dependency can switch on
//! for everybody what changes how JSON is read.
