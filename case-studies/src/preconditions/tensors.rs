//! Sizes that must agree before a tensor operation makes sense (P01 to P08).

use super::{
    precondition::{Precondition, Row, both, hypothesis},
    space::count,
    spread::Fields,
};
use disprove::prelude::*;

/// The arguments of a transposed convolution that its condition reads.
#[derive(Clone, Debug, Arbitrary)]
pub struct Transposed {
    #[draw(5..=64)]
    height: i32,
    #[draw(5..=64)]
    width: i32,
    #[draw(1..=7)]
    kernel_h: i32,
    #[draw(1..=7)]
    kernel_w: i32,
    #[draw(1..=2)]
    stride_h: i32,
    #[draw(1..=2)]
    stride_w: i32,
    #[draw(0..=2)]
    pad_h: i32,
    #[draw(0..=2)]
    pad_w: i32,
    #[draw(0..=2)]
    output_pad_h: i32,
    #[draw(0..=2)]
    output_pad_w: i32,
    #[draw(1..=2)]
    dilation: i32,
}

impl Transposed {
    #[allow(clippy::int_plus_one, reason = "the condition as it was found")]
    fn assume(&self) {
        let Transposed { height, width, kernel_h, kernel_w, stride_h, stride_w, .. } = *self;
        let Transposed { pad_h, pad_w, output_pad_h, output_pad_w, dilation, .. } = *self;
        assume!(height + 2 * pad_h >= dilation * (kernel_h - 1) + 1);
        assume!(width + 2 * pad_w >= dilation * (kernel_w - 1) + 1);
        assume!(output_pad_h < stride_h && output_pad_h < dilation);
        assume!(output_pad_w < stride_w && output_pad_w < dilation);
    }

    fn holds(&self) -> bool {
        let fits = |size, pad, kernel| size + 2 * pad > self.dilation * (kernel - 1);
        fits(self.height, self.pad_h, self.kernel_h)
            && fits(self.width, self.pad_w, self.kernel_w)
            && self.output_pad_h < self.stride_h.min(self.dilation)
            && self.output_pad_w < self.stride_w.min(self.dilation)
    }

    fn example() -> Transposed {
        Transposed {
            height: 5,
            width: 9,
            kernel_h: 3,
            kernel_w: 4,
            stride_h: 2,
            stride_w: 1,
            pad_h: 0,
            pad_w: 2,
            output_pad_h: 1,
            output_pad_w: 0,
            dilation: 2,
        }
    }

    fn fields(&self, fields: &mut Fields) {
        fields.number(self.height, 5, 64);
        fields.number(self.width, 5, 64);
        fields.number(self.kernel_h, 1, 7);
        fields.number(self.kernel_w, 1, 7);
        fields.number(self.stride_h, 1, 2);
        fields.number(self.stride_w, 1, 2);
        fields.number(self.pad_h, 0, 2);
        fields.number(self.pad_w, 0, 2);
        fields.number(self.output_pad_h, 0, 2);
        fields.number(self.output_pad_w, 0, 2);
        fields.number(self.dilation, 1, 2);
    }
}

/// All arguments of the same test.
#[derive(Clone, Debug, Arbitrary)]
pub struct Whole {
    #[draw(1..=3)]
    batch: i32,
    #[draw(1..=32)]
    channels_in: i32,
    #[draw(1..=32)]
    channels_out: i32,
    #[draw(1..=16)]
    groups: i32,
    sizes: Transposed,
    bias: bool,
    #[draw(0..4)]
    clamp: usize,
}

/// Of a convolution and of a pooling layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Engine {
    Default,
    Library,
}

pub fn rows() -> Vec<Row> {
    let mut rows = vec![p01(), p01_whole(), p02(), p03(), p04()];
    rows.extend([p05(), p06(), p07(), p08()]);
    rows
}

/// The condition of the first figure of paper (a).
fn p01() -> Row {
    Precondition {
        id: "P01",
        text: "transposed convolution, 11 arguments: 4 assumptions",
        example: Transposed::example(),
        generator: any::<Transposed>,
        assume: Transposed::assume,
        holds: Transposed::holds,
        fields: Transposed::fields,
        space: None,
    }
    .row(both(0.194, 0.810))
}

fn p01_whole() -> Row {
    Precondition {
        id: "P01 all",
        text: "the same with all 17 arguments",
        example: Whole {
            batch: 1,
            channels_in: 8,
            channels_out: 8,
            groups: 2,
            sizes: Transposed::example(),
            bias: true,
            clamp: 3,
        },
        generator: any::<Whole>,
        assume: |whole| whole.sizes.assume(),
        holds: |whole| whole.sizes.holds(),
        fields: |whole, fields| {
            fields.number(whole.batch, 1, 3);
            fields.number(whole.channels_in, 1, 32);
            fields.number(whole.channels_out, 1, 32);
            fields.number(whole.groups, 1, 16);
            whole.sizes.fields(fields);
            fields.choice(usize::from(whole.bias));
            fields.choice(whole.clamp);
        },
        space: None,
    }
    .row(hypothesis(0.219))
}

#[allow(clippy::int_plus_one, reason = "the condition as it was found")]
fn p02() -> Row {
    Precondition {
        id: "P02",
        text: "convolution: size + 2 pad >= dilation * (kernel - 1) + 1, twice",
        example: ((5, 9), (3, 4), (0, 2), 2),
        generator: || ((5..=64, 5..=64), (1..=7, 1..=7), (0..=2, 0..=2), 1..=2),
        assume: |&((height, width), (kernel_h, kernel_w), (pad_h, pad_w), dilation)| {
            assume!(height + 2 * pad_h >= dilation * (kernel_h - 1) + 1);
            assume!(width + 2 * pad_w >= dilation * (kernel_w - 1) + 1);
        },
        holds: |&(size, kernel, pad, dilation): &((i32, i32), (i32, i32), (i32, i32), i32)| {
            size.0 + 2 * pad.0 > dilation * (kernel.0 - 1)
                && size.1 + 2 * pad.1 > dilation * (kernel.1 - 1)
        },
        fields: |&((height, width), (kernel_h, kernel_w), (pad_h, pad_w), dilation), fields| {
            fields.number(height, 5, 64);
            fields.number(width, 5, 64);
            fields.number(kernel_h, 1, 7);
            fields.number(kernel_w, 1, 7);
            fields.number(pad_h, 0, 2);
            fields.number(pad_w, 0, 2);
            fields.number(dilation, 1, 2);
        },
        space: None,
    }
    .row(hypothesis(0.935))
}

fn p03() -> Row {
    Precondition {
        id: "P03",
        text: "adj < stride",
        example: [3, 2, 1, 0, 7, 1],
        generator: || [1..=3, 0..=2, 1..=5, 0..=3, 7..=10, 1..=8],
        assume: |&[stride, adj, ..]| assume!(adj < stride),
        holds: |v: &[i32; 6]| v[0] > v[1],
        fields: |v, fields| {
            fields.number(v[0], 1, 3);
            fields.number(v[1], 0, 2);
            fields.number(v[2], 1, 5);
            fields.number(v[3], 0, 3);
            fields.number(v[4], 7, 10);
            fields.number(v[5], 1, 8);
        },
        space: Some(|holds| {
            count([(1, 3), (0, 2), (1, 5), (0, 3), (7, 10), (1, 8)], |v| holds(&v))
        }),
    }
    .row(hypothesis(0.698))
}

fn p04() -> Row {
    Precondition {
        id: "P04",
        text: "adj_h < stride_h; adj_w < stride_w",
        example: ([2, 3], [1, 0], [0, 1, 2, 3]),
        generator: || (array::<2, _>(1..=3), array::<2, _>(0..=2), array::<4, _>(0..=3)),
        assume: |&([stride_h, stride_w], [adj_h, adj_w], _)| {
            assume!(adj_h < stride_h);
            assume!(adj_w < stride_w);
        },
        holds: |(stride, adj, _): &([i32; 2], [i32; 2], [i32; 4])| {
            stride.iter().zip(adj).all(|(stride, adj)| adj < stride)
        },
        fields: |(stride, adj, pads), fields| {
            for n in stride {
                fields.number(*n, 1, 3);
            }
            for n in adj {
                fields.number(*n, 0, 2);
            }
            for n in pads {
                fields.number(*n, 0, 3);
            }
        },
        space: Some(|holds| {
            const PAD: (i32, i32) = (0, 3);
            count([(1, 3), (1, 3), (0, 2), (0, 2), PAD, PAD, PAD, PAD], |v| {
                holds(&([v[0], v[1]], [v[2], v[3]], [v[4], v[5], v[6], v[7]]))
            })
        }),
    }
    .row(hypothesis(0.474))
}

fn p05() -> Row {
    Precondition {
        id: "P05",
        text: "max(pads) < kernel",
        example: ([0, 1, 2, 3], 4),
        generator: || (array::<4, _>(0..=3), 3..=5),
        assume: |&([top, left, bottom, right], kernel)| {
            let largest = top.max(left).max(bottom).max(right);
            assume!(largest < kernel);
        },
        holds: |(pads, kernel): &([i32; 4], i32)| pads.iter().all(|pad| pad < kernel),
        fields: |(pads, kernel), fields| {
            for n in pads {
                fields.number(*n, 0, 3);
            }
            fields.number(*kernel, 3, 5);
        },
        space: Some(|holds| {
            count([(0, 3), (0, 3), (0, 3), (0, 3), (3, 5)], |v| {
                holds(&([v[0], v[1], v[2], v[3]], v[4]))
            })
        }),
    }
    .row(hypothesis(0.745))
}

fn p06() -> Row {
    Precondition {
        id: "P06",
        text: "pad < kernel",
        example: [3, 4, 1, 7],
        generator: || [0..=3, 1..=5, 1..=3, 7..=9],
        assume: |&[pad, kernel, ..]| assume!(pad < kernel),
        holds: |v: &[i32; 4]| v[1] > v[0],
        fields: |v, fields| {
            fields.number(v[0], 0, 3);
            fields.number(v[1], 1, 5);
            fields.number(v[2], 1, 3);
            fields.number(v[3], 7, 9);
        },
        space: Some(|holds| count([(0, 3), (1, 5), (1, 3), (7, 9)], |v| holds(&v))),
    }
    .row(hypothesis(0.700))
}

fn p07() -> Row {
    Precondition {
        id: "P07",
        text: "pad < kernel; size + 2 pad >= kernel",
        example: [1, 5, 3, 1],
        generator: || [0..=2, 1..=6, 3..=5, 1..=3],
        assume: |&[pad, kernel, size, _]| {
            assume!(pad < kernel);
            assume!(size + 2 * pad >= kernel);
        },
        holds: |v: &[i32; 4]| (v[0] + 1..=v[2] + 2 * v[0]).contains(&v[1]),
        fields: |v, fields| {
            fields.number(v[0], 0, 2);
            fields.number(v[1], 1, 6);
            fields.number(v[2], 3, 5);
            fields.number(v[3], 1, 3);
        },
        space: Some(|holds| count([(0, 2), (1, 6), (3, 5), (1, 3)], |v| holds(&v))),
    }
    .row(hypothesis(0.704))
}

fn p08() -> Row {
    Precondition {
        id: "P08",
        text: "pad < kernel; dim > 1 or the engine is the default",
        example: (1, 3, 2, Engine::Default),
        generator: || (1..=3, 1..=3, 0..=2, any::<Engine>()),
        assume: |&(dim, kernel, pad, engine)| {
            assume!(pad < kernel);
            assume!(dim > 1 || engine == Engine::Default);
        },
        holds: |(dim, kernel, pad, engine): &(i32, i32, i32, Engine)| {
            kernel > pad && !(*dim <= 1 && *engine == Engine::Library)
        },
        fields: |&(dim, kernel, pad, engine), fields| {
            fields.number(dim, 1, 3);
            fields.number(kernel, 1, 3);
            fields.number(pad, 0, 2);
            fields.choice(engine as usize);
        },
        space: Some(|holds| {
            count([(1, 3), (1, 3), (0, 2), (0, 1)], |[dim, kernel, pad, engine]| {
                let engine = if engine == 0 { Engine::Default } else { Engine::Library };
                holds(&(dim, kernel, pad, engine))
            })
        }),
    }
    .row(hypothesis(0.556))
}
