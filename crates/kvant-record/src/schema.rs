//! Versions of the types that are kept or sent.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// A type that is kept or sent by itself, with a version of its form.
pub trait Schema {
    /// The version. It is raised when a reader of the old form would misunderstand the new one; a further field is no reason.
    const VERSION: u32 = 1;
}

impl<T: Schema> Schema for &T {
    const VERSION: u32 = T::VERSION;
}

/// A value with the version of its form: in JSON, a further field `schema`.
///
/// A value of a later version is refused when it is read. A value without a version was written before versions existed, and has
/// the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record<T> {
    /// The version.
    pub schema: u32,
    /// The value.
    #[serde(flatten)]
    pub value: T,
}

impl<T: Schema> Record<T> {
    /// The value in the current version.
    pub fn new(value: T) -> Record<T> {
        Record {
            schema: T::VERSION,
            value,
        }
    }
}

impl<T: Schema + Serialize> Record<T> {
    /// The value in the current version, as JSON.
    pub fn json(value: T) -> serde_json::Value {
        // Records have nothing that JSON cannot express.
        serde_json::to_value(Record::new(value)).unwrap_or_default()
    }
}

impl<'de, T: Schema + Deserialize<'de>> Deserialize<'de> for Record<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Record<T>, D::Error> {
        #[derive(Deserialize)]
        struct Read<T> {
            #[serde(default = "first")]
            schema: u32,
            #[serde(flatten)]
            value: T,
        }
        let Read { schema, value } = Read::<T>::deserialize(from)?;
        match schema <= T::VERSION {
            true => Ok(Record { schema, value }),
            false => Err(D::Error::custom(format_args!(
                "it has schema {schema}, and this kvant knows {}",
                T::VERSION
            ))),
        }
    }
}

fn first() -> u32 {
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Point {
        x: u64,
    }

    impl Schema for Point {
        const VERSION: u32 = 2;
    }

    #[test]
    fn the_version_is_a_further_field_and_later_ones_are_refused() {
        let json = serde_json::to_string(&Record::new(Point { x: 3 })).unwrap();
        assert_eq!(json, r#"{"schema":2,"x":3}"#);
        let read = |json| serde_json::from_str::<Record<Point>>(json);
        assert_eq!(read(&json).unwrap().value, Point { x: 3 });
        assert!(read(r#"{"schema":1,"x":3}"#).is_ok());
        assert_eq!(read(r#"{"x":3}"#).unwrap().schema, 1);
        let later = read(r#"{"schema":3,"x":3}"#).unwrap_err().to_string();
        assert!(later.contains("schema 3"), "{later}");
    }
}
