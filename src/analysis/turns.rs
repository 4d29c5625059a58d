//! Which positions of a query are searched, and which of them first.

use super::fields::{Fields, Refusal};

/// The greatest priority; the least is its negative.
const MAX_PRIORITY: i64 = (1 << 62) - 1;

/// A position of a query that is to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The number of moves before it.
    pub number: u32,
    /// Who has more comes first.
    pub priority: i64,
}

/// The turns of a game of so many moves that a query names, in ascending order, none twice; the last one if it names none.
///
/// # Errors
/// What is wrong with them or with their priorities, and in which field.
pub fn turns(fields: &mut Fields, moves: usize) -> Result<Vec<Turn>, Refusal> {
    let numbers = fields.integers("analyzeTurns", "a list of turn numbers")?;
    let priority = fields.integer("priority", -MAX_PRIORITY..=MAX_PRIORITY)?;
    let priorities = fields.integers("priorities", "a list of integers")?;
    if priority.is_some() && priorities.is_some() {
        let message = "give either this or priorities, not both";
        return Err(Refusal::new("priority", message));
    }
    let priority = priority.unwrap_or(0);
    let Some(numbers) = numbers else {
        if priorities.is_some() {
            let message = "it belongs to analyzeTurns, which is missing";
            return Err(Refusal::new("priorities", message));
        }
        let number = moves as u32;
        return Ok(vec![Turn { number, priority }]);
    };
    check_numbers(&numbers, moves)?;
    let priorities = priorities.unwrap_or_else(|| vec![priority; numbers.len()]);
    check_priorities(&priorities, numbers.len())?;
    let turn = |(number, priority)| Turn {
        number: number as u32,
        priority,
    };
    let mut turns: Vec<Turn> = numbers.into_iter().zip(priorities).map(turn).collect();
    // Of a turn that is named twice the last priority holds.
    turns.reverse();
    turns.sort_by_key(|turn| turn.number);
    turns.dedup_by_key(|turn| turn.number);
    Ok(turns)
}

fn check_numbers(numbers: &[i64], moves: usize) -> Result<(), Refusal> {
    let refused = |message| Err(Refusal::new("analyzeTurns", message));
    if numbers.is_empty() {
        return refused("it names no turn, so that nothing would be answered".to_owned());
    }
    let all = 0..=moves as i64;
    match numbers.iter().find(|&number| !all.contains(number)) {
        Some(wrong) => refused(format!("there is no turn {wrong}, only 0 to {moves}")),
        None => Ok(()),
    }
}

fn check_priorities(priorities: &[i64], turns: usize) -> Result<(), Refusal> {
    let refused = |message| Err(Refusal::new("priorities", message));
    if priorities.len() != turns {
        let given = priorities.len();
        return refused(format!("{given} priorities for {turns} turns"));
    }
    let all = -MAX_PRIORITY..=MAX_PRIORITY;
    match priorities.iter().find(|&priority| !all.contains(priority)) {
        Some(wrong) => refused(format!(
            "not from {} to {MAX_PRIORITY}: {wrong}",
            -MAX_PRIORITY
        )),
        None => Ok(()),
    }
}
