//! Moments, as people and machines write them. The store has milliseconds since 1970.

/// A moment for people, in UTC: `2026-11-15 12:26`. It is told in milliseconds since 1970.
pub(crate) fn moment(millis: i64) -> String {
    let (year, month, day) = date(millis.div_euclid(DAY));
    let minutes = millis.rem_euclid(DAY) / 60_000;
    let (hour, minute) = (minutes / 60, minutes % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}")
}

/// A moment for machines, as RFC 3339 has it: `2026-11-15T12:26:51.017Z`.
pub(crate) fn timestamp(millis: i64) -> String {
    let minute = moment(millis).replace(' ', "T");
    let rest = millis.rem_euclid(60_000);
    format!("{minute}:{:02}.{:03}Z", rest / 1000, rest % 1000)
}

/// The milliseconds of a day.
const DAY: i64 = 86_400_000;

/// Year, month and day of a day that is told by its distance from 1 January 1970.
fn date(days: i64) -> (i64, i64, i64) {
    // Years begin in March here, so that the day that some years have more is their last. 400 years have always the
    // same number of days, and the months from March on are 31, 30, 31, 30, 31 days long, again and again.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_told_by_the_calendar() {
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
            assert_eq!(moment(seconds * 1000), says);
        }
        assert_eq!(timestamp(1_763_209_611_017), "2025-11-15T12:26:51.017Z");
    }

    #[test]
    fn every_day_comes_after_the_one_before() {
        let mut before = date(-200_000);
        for days in -199_999..200_000 {
            let (year, month, day) = date(days);
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
