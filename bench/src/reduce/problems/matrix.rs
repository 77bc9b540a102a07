//! A square matrix that is not symmetric; its width is drawn first.

use crate::reduce::problem::{Judgement, Problem};
use disprove::prelude::*;

pub struct Matrix;

impl Problem for Matrix {
    type Value = Vec<Vec<i32>>;
    const NAME: &'static str = "h_matrix";

    fn generate(src: &mut Source) -> Vec<Vec<i32>> {
        let width = src.draw(0..=8);
        (0..width).map(|_| (0..width).map(|_| src.draw(any::<i32>())).collect()).collect()
    }

    fn judge(rows: &Vec<Vec<i32>>) -> Judgement {
        let differs = |(i, j): (usize, usize)| rows[i][j] != rows[j][i];
        let places = (0..rows.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        Judgement::fails_if(places.into_iter().any(differs))
    }

    fn size(rows: &Vec<Vec<i32>>) -> usize {
        rows.len()
    }

    fn is_minimal(rows: &Vec<Vec<i32>>) -> bool {
        *rows == [[0, 0], [1, 0]]
    }
}
