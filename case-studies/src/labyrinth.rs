//! A maze: steps into a wall are ignored, the walk ends at the exit, and the score to minimize is the distance from the
//! end of the walk to the exit. The property is that no walk reaches the exit.
//!
//! Three mazes, as in PropEr's example. The first is a corridor of seven cells. The second is a field of 24 x 70 with
//! scattered blocks, whose positions are ours because they are not published. The third has long walls with dead ends:
//! greedy search gets stuck in one, because the path out first leads away from the exit.
//!
//! Walks are `vec(any::<Step>())`: short ones are more frequent, 167 steps on average.

use crate::{
    Options,
    comparison::{Problem, compare},
    findings::Findings,
};
use disprove::prelude::*;

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Arbitrary)]
pub enum Step {
    /// One column back.
    Left,
    /// One column on.
    Right,
    /// One row back.
    Up,
    /// One row on.
    Down,
}

/// A row and a column.
pub type Cell = (i32, i32);

/// Where one can walk.
#[derive(Clone, Copy, Debug)]
pub struct Maze {
    /// Rows and columns, the outer walls included.
    pub size: Cell,
    /// Where walks begin.
    pub start: Cell,
    /// Where they should not get to.
    pub exit: Cell,
    /// Inner walls: the first and last row, and the first and last column.
    walls: &'static [[i32; 4]],
}

/// A corridor of seven cells.
pub const CORRIDOR: Maze = Maze { size: (3, 9), start: (1, 1), exit: (1, 7), walls: &[] };

/// A field with scattered blocks.
pub const BLOCKS: Maze = Maze {
    size: (24, 70),
    start: (21, 66),
    exit: (2, 3),
    walls: &[
        [3, 6, 8, 11],
        [9, 11, 3, 9],
        [14, 18, 5, 8],
        [20, 21, 11, 16],
        [2, 4, 17, 23],
        [7, 13, 15, 17],
        [16, 17, 13, 22],
        [6, 8, 22, 30],
        [11, 14, 24, 27],
        [19, 21, 24, 29],
        [2, 3, 33, 36],
        [10, 12, 32, 41],
        [15, 20, 34, 36],
        [5, 7, 40, 44],
        [14, 16, 42, 50],
        [19, 20, 41, 46],
        [2, 8, 49, 51],
        [10, 11, 47, 55],
        [18, 21, 51, 53],
        [4, 6, 56, 62],
        [9, 13, 60, 61],
        [15, 17, 55, 63],
        [20, 20, 58, 64],
        [11, 12, 65, 67],
    ],
};

/// Long walls, with a pocket right below the exit.
pub const POCKETS: Maze = Maze {
    size: (24, 70),
    start: (21, 38),
    exit: (2, 5),
    walls: &[
        [20, 20, 0, 31],
        [17, 17, 20, 55],
        [11, 16, 20, 20],
        [13, 13, 37, 69],
        [6, 6, 0, 15],
        [4, 8, 11, 11],
        [5, 5, 12, 13],
        [7, 7, 12, 13],
        [4, 4, 25, 32],
        [5, 8, 28, 29],
        [4, 4, 36, 40],
        [6, 6, 36, 40],
        [5, 8, 36, 37],
        [4, 4, 46, 49],
        [6, 6, 46, 49],
        [5, 8, 46, 47],
        [4, 4, 53, 60],
        [5, 8, 56, 57],
    ],
};

impl Maze {
    /// Whether nobody can be there.
    pub fn is_wall(&self, (row, column): Cell) -> bool {
        let inside = 0 < row && row < self.size.0 - 1 && 0 < column && column < self.size.1 - 1;
        let blocked = |[top, bottom, left, right]: &[i32; 4]| {
            (*top..=*bottom).contains(&row) && (*left..=*right).contains(&column)
        };
        !inside || self.walls.iter().any(blocked)
    }

    /// Where a walk ends.
    pub fn end(&self, walk: &[Step]) -> Cell {
        let mut here = self.start;
        for step in walk {
            let next = match step {
                Step::Left => (here.0, here.1 - 1),
                Step::Right => (here.0, here.1 + 1),
                Step::Up => (here.0 - 1, here.1),
                Step::Down => (here.0 + 1, here.1),
            };
            if !self.is_wall(next) {
                here = next;
            }
            if here == self.exit {
                break;
            }
        }
        here
    }

    /// The distance to the exit from where a walk ends, as the crow flies.
    pub fn distance(&self, walk: &[Step]) -> f64 {
        let (row, column) = self.end(walk);
        f64::from(row - self.exit.0).hypot(f64::from(column - self.exit.1))
    }

    /// The property.
    pub fn nobody_gets_out(&self, walk: &[Step]) -> bool {
        minimize!(self.distance(walk));
        self.end(walk) != self.exit
    }
}

/// Any walk.
pub fn walk() -> impl Generator<Value = Vec<Step>> {
    vec(any::<Step>())
}

/// The published figures say no more than this.
const FOUND: [(&str, &str); 1] =
    [("PropEr, hand-written: found within 7,500 (its tests)", "- - - - -")];

/// A problem for each maze.
pub fn problems() -> Vec<Problem> {
    let mazes = [("1: corridor", CORRIDOR), ("2: blocks", BLOCKS), ("3: pockets", POCKETS)];
    mazes
        .map(|(name, maze)| {
            Problem::new(name, 7_500, move |repetition| {
                repetition.run(walk(), |walk: Vec<Step>| maze.nobody_gets_out(&walk))
            })
            .published(&FOUND)
        })
        .into()
}

/// Runs the study.
pub fn study(options: &Options) -> Findings {
    compare(options, "A way out, within 7,500 executions", &problems(), 100)
}

#[cfg(test)]
pub mod tests {
    use super::{BLOCKS, CORRIDOR, Cell, Maze, POCKETS, Step};
    use std::collections::BTreeMap;

    /// A shortest way out, by breadth first search.
    pub fn shortest(maze: &Maze) -> Option<Vec<Step>> {
        let mut ways: BTreeMap<Cell, Vec<Step>> = BTreeMap::from([(maze.start, Vec::new())]);
        let (mut queue, mut next) = (vec![maze.start], 0);
        while let Some(&(row, column)) = queue.get(next) {
            next += 1;
            let way = ways[&(row, column)].clone();
            for (cell, step) in [
                ((row, column - 1), Step::Left),
                ((row, column + 1), Step::Right),
                ((row - 1, column), Step::Up),
                ((row + 1, column), Step::Down),
            ] {
                if !maze.is_wall(cell) && !ways.contains_key(&cell) {
                    let mut longer = way.clone();
                    longer.push(step);
                    ways.insert(cell, longer);
                    queue.push(cell);
                }
            }
        }
        ways.remove(&maze.exit)
    }

    #[test]
    fn every_maze_has_a_way_out() {
        let lengths = [CORRIDOR, BLOCKS, POCKETS].map(|maze| {
            let way = shortest(&maze).expect("there is a way out");
            assert_eq!(maze.end(&way), maze.exit);
            way.len()
        });
        assert_eq!(lengths, [6, 82, 52]);
    }

    #[test]
    fn the_third_maze_has_a_pocket_from_which_every_step_leads_away_from_the_exit() {
        let pocket = Maze { start: (7, 5), ..POCKETS };
        assert!(pocket.distance(&[]) < 5.1);
        for step in [Step::Left, Step::Right, Step::Up, Step::Down] {
            assert!(pocket.distance(&[step]) >= pocket.distance(&[]), "{step:?}");
        }
        assert!(shortest(&pocket).is_some_and(|way| way.len() > 25));
    }

    #[test]
    fn walls_stand_where_they_should() {
        for (maze, cell, wall) in [
            (CORRIDOR, (1, 7), false),
            (CORRIDOR, (1, 8), true),
            (CORRIDOR, (0, 3), true),
            (POCKETS, (20, 31), true),
            (POCKETS, (20, 32), false),
            (POCKETS, (17, 19), false),
            (POCKETS, (17, 20), true),
            (POCKETS, (6, 16), false),
            (POCKETS, (13, 36), false),
            (POCKETS, (13, 68), true),
        ] {
            assert_eq!(maze.is_wall(cell), wall, "{cell:?}");
        }
        for maze in [CORRIDOR, BLOCKS, POCKETS] {
            assert!(!maze.is_wall(maze.start) && !maze.is_wall(maze.exit));
        }
    }

    #[test]
    fn steps_into_a_wall_are_ignored_and_the_walk_ends_at_the_exit() {
        let [left, right, up] = [Step::Left, Step::Right, Step::Up];
        assert_eq!(CORRIDOR.end(&[left, up, right]), (1, 2));
        assert_eq!(CORRIDOR.end(&[right, right, right, right, right, right, left]), CORRIDOR.exit);
        assert!((CORRIDOR.distance(&[right]) - 5.0).abs() < 1e-9);
    }
}
