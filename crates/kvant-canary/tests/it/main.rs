//! Tests of installed canaries.

mod canary;
