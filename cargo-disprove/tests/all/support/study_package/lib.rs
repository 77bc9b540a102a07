//! Run-length encoding.

pub fn encode(text: &str) -> Vec<(char, u8)> {
    let mut runs: Vec<(char, u8)> = Vec::new();
    for letter in text.chars() {
        match runs.last_mut() {
            Some((last, count)) if *last == letter && *count < u8::MAX => *count += 1,
            _ => runs.push((letter, 1)),
        }
    }
    runs
}

pub fn decode(runs: &[(char, u8)]) -> String {
    let mut text = String::new();
    for (letter, count) in runs {
        text.extend(std::iter::repeat_n(*letter, usize::from(*count)));
    }
    text
}

pub fn parse(text: &str) -> Result<Vec<(char, u8)>, String> {
    let mut runs = Vec::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (count, letter) = part.split_once('x').ok_or_else(|| format!("no x in {part}"))?;
        let count = count.parse().map_err(|why| format!("{count}: {why}"))?;
        runs.push((letter.chars().next().ok_or("no letter")?, count));
    }
    Ok(runs)
}
