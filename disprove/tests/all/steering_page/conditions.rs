//! Conditions that steer by themselves.

use disprove::prelude::*;

/// The middle of a range, rounded down.
fn middle(low: u32, high: u32) -> u32 {
    low + (high - low) / 2
}

#[property]
#[ignore = "run in a process of its own"]
fn the_middle_of_ten_is_five_away(low: u32, high: u32) {
    assume!(low < high && high - low == 10);
    assert_eq!(middle(low, high), low + 5);
}

#[property]
fn searching_finds_what_is_there(
    #[draw(vec(0..1_000u32).len(4..=12).filter(|xs| when!(xs.is_sorted())))] xs: Vec<u32>,
    #[draw(index(&xs))] i: usize,
) {
    assert!(xs.binary_search(&xs[i]).is_ok());
}

#[derive(Debug, Clone, PartialEq, Arbitrary, Measure)]
struct Money {
    cents: u64,
    currency: Currency,
}

#[derive(Debug, Clone, PartialEq, Arbitrary, Measure)]
enum Currency {
    Euro,
    Yen,
}

/// The change, if the customer pays enough in the right currency.
fn change(price: &Money, paid: &Money) -> Option<u64> {
    if price.currency == paid.currency { paid.cents.checked_sub(price.cents) } else { None }
}

#[property]
fn paying_the_price_leaves_no_change(price: Money, paid: Money) {
    assume!(price == paid);
    assert_eq!(change(&price, &paid), Some(0));
}

/// Items with their number and the sum of their prices, as a shop stores them.
#[derive(Debug, Clone, Arbitrary)]
struct Order {
    count: usize,
    total: u64,
    prices: Vec<u32>,
}

#[trace]
fn is_valid(order: &Order) -> bool {
    if order.count != order.prices.len() {
        return false;
    }
    order.total == order.prices.iter().map(|price| u64::from(*price)).sum::<u64>()
}

#[property]
fn no_price_exceeds_the_total(order: Order) {
    assume!(is_valid(&order));
    assert!(order.prices.iter().all(|price| u64::from(*price) <= order.total));
}
