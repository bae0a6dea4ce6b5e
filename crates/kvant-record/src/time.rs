//! Moments and durations.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A moment, in milliseconds since 1970. JSON has the form of RFC 3339: `2026-11-15T12:26:51.017Z`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Moment(pub i64);

impl Moment {
    /// This moment.
    pub fn now() -> Moment {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        Moment(now.map_or(0, |now| now.as_millis() as i64))
    }

    /// For machines: `2026-11-15T12:26:51.017Z`.
    pub fn timestamp(self) -> String {
        let minute = self.to_string().replace(' ', "T");
        let rest = self.0.rem_euclid(60_000);
        format!("{minute}:{:02}.{:03}Z", rest / 1000, rest % 1000)
    }

    fn read(text: &str) -> Option<Moment> {
        let (day, time) = text.strip_suffix('Z')?.split_once('T')?;
        let mut day = day.split('-').map(str::parse::<i64>);
        let mut number = || day.next()?.ok();
        let days = days(number()?, number()?, number()?);
        let mut time = time.split([':', '.']).map(str::parse::<i64>);
        let mut number = || time.next()?.ok();
        let (hour, minute, second, millis) = (number()?, number()?, number()?, number()?);
        Some(Moment(
            days * DAY + ((hour * 60 + minute) * 60 + second) * 1000 + millis,
        ))
    }
}

impl fmt::Display for Moment {
    /// For people, in UTC: `2026-11-15 12:26`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = date(self.0.div_euclid(DAY));
        let minutes = self.0.rem_euclid(DAY) / 60_000;
        let (hour, minute) = (minutes / 60, minutes % 60);
        write!(f, "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}")
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.timestamp())
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Moment, D::Error> {
        let text = String::deserialize(from)?;
        let moment = Moment::read(&text);
        moment.ok_or_else(|| D::Error::custom(format_args!("`{text}` is no moment")))
    }
}

/// Durations as seconds in JSON, to the microsecond.
pub(crate) mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(time.as_micros() as f64 / 1e6)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        let seconds = f64::deserialize(from)?;
        Ok(Duration::from_micros((seconds * 1e6).round() as u64))
    }
}

/// The milliseconds of a day.
const DAY: i64 = 86_400_000;

/// Year, month and day of the day that is `days` days after 1 January 1970.
fn date(days: i64) -> (i64, i64, i64) {
    // Years begin in March here, so that a leap day is the last day of its year. 400 years always have the same number of
    // days, and the lengths of the months from March on repeat: 31, 30, 31, 30, 31.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    (era * 400 + year + next, month, day)
}

/// The inverse of [`date`].
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = match month {
        ..=2 => (year - 1, month + 9),
        _ => (year, month - 3),
    };
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    let day = (153 * month + 2) / 5 + day - 1;
    era * 146_097 + year * 365 + year / 4 - year / 100 + day - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_shown_as_dates() {
        for (seconds, says) in [
            (0, "1970-01-01 00:00"),
            (-1, "1969-12-31 23:59"),
            (951_782_399, "2000-02-28 23:59"),
            (951_782_400, "2000-02-29 00:00"),
            (951_868_800, "2000-03-01 00:00"),
            (1_735_689_599, "2024-12-31 23:59"),
            (1_763_209_611, "2025-11-15 12:26"),
            (4_107_542_400, "2100-03-01 00:00"),
        ] {
            let moment = Moment(seconds * 1000);
            assert_eq!(moment.to_string(), says);
            assert_eq!(Moment::read(&moment.timestamp()), Some(moment));
        }
        let moment = Moment(1_763_209_611_017);
        assert_eq!(moment.timestamp(), "2025-11-15T12:26:51.017Z");
        for none in ["", "2025-11-15", "2025-11-15T12:26Z", "x"] {
            assert_eq!(Moment::read(none), None, "{none}");
        }
    }

    #[test]
    fn dates_and_days_are_inverse() {
        let mut before = date(-200_000);
        for number in -199_999..200_000 {
            let (year, month, day) = date(number);
            assert_eq!(days(year, month, day), number);
            let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
            let expected = match (month, day) {
                (1, 1) => (year - 1, 12, 31),
                (3, 1) => (year, 2, if leap { 29 } else { 28 }),
                (5 | 7 | 10 | 12, 1) => (year, month - 1, 30),
                (_, 1) => (year, month - 1, 31),
                _ => (year, month, day - 1),
            };
            assert_eq!(before, expected);
            before = (year, month, day);
        }
    }
}
