//! Schemas, and documents that conform to them.

use super::structure::{Bug, Structure};
use disprove::prelude::*;

/// What documents look like.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub enum Schema {
    Anything,
    /// From a least to a greatest number.
    Number(i16, i16),
    /// At least some elements.
    List(u8, Box<Schema>),
    /// Fields by ascending names.
    Record(Vec<Field>),
    Either(Box<Schema>, Box<Schema>),
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub struct Field {
    pub name: u8,
    pub required: bool,
    pub schema: Schema,
}

/// A document.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub enum Document {
    Null,
    Number(i16),
    List(Vec<Document>),
    /// Members by ascending names.
    Record(Vec<Member>),
}

/// A member of a record.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub struct Member {
    pub name: u8,
    pub value: Document,
}

/// A schema, and a document that conforms to it.
#[derive(Clone, Debug, Arbitrary)]
pub struct Conforming {
    pub schema: Schema,
    pub document: Document,
}

#[trace]
impl Schema {
    fn is_valid(&self) -> bool {
        match self {
            Schema::Anything => true,
            Schema::Number(least, most) => least <= most,
            Schema::List(_, element) => element.is_valid(),
            Schema::Record(fields) => {
                fields.windows(2).all(|pair| pair[0].name < pair[1].name)
                    && fields.iter().all(|field| field.schema.is_valid())
            }
            Schema::Either(one, other) => one.is_valid() && other.is_valid(),
        }
    }

    fn accepts(&self, document: &Document) -> bool {
        match (self, document) {
            (Schema::Anything, _) => true,
            (Schema::Number(least, most), Document::Number(number)) => {
                (least..=most).contains(&number)
            }
            (Schema::List(least, element), Document::List(all)) => {
                all.len() >= usize::from(*least) && all.iter().all(|one| element.accepts(one))
            }
            (Schema::Record(fields), Document::Record(members)) => {
                members.windows(2).all(|pair| pair[0].name < pair[1].name)
                    && members.iter().all(|member| {
                        let field = fields.iter().find(|field| field.name == member.name);
                        field.is_some_and(|field| field.schema.accepts(&member.value))
                    })
                    && fields
                        .iter()
                        .filter(|field| field.required)
                        .all(|field| members.iter().any(|member| member.name == field.name))
            }
            (Schema::Either(one, other), _) => one.accepts(document) || other.accepts(document),
            _ => false,
        }
    }

    /// The validator under test.
    fn check(&self, document: &Document, depth: u32, bug: Bug) -> bool {
        match (self, document) {
            (Schema::Anything, _) => true,
            (Schema::Number(least, most), Document::Number(number)) => {
                let strict = bug.is("check: a number in a record of a list is below the greatest");
                *least <= *number
                    && (if strict && depth > 2 { number < most } else { number <= most })
            }
            (Schema::List(least, element), Document::List(all)) => {
                let nested = bug.is("check: a list in a list needs one more") && depth > 0;
                let enough = all.len() >= usize::from(*least) + usize::from(nested && *least > 0);
                enough && all.iter().all(|one| element.check(one, depth + 1, bug))
            }
            (Schema::Record(fields), Document::Record(members)) => {
                let mut at = 0;
                for member in members {
                    while at < fields.len() && fields[at].name < member.name {
                        if fields[at].required {
                            return false;
                        }
                        at += 1;
                        if bug.is("check: skips two missing fields at most") && at > 2 {
                            return false;
                        }
                    }
                    let Some(field) = fields.get(at).filter(|field| field.name == member.name)
                    else {
                        return false;
                    };
                    if !field.schema.check(&member.value, depth + 1, bug) {
                        return false;
                    }
                    at += 1;
                }
                let missing = fields[at..].iter().any(|field| field.required);
                if bug.is("check: an optional last field of a full record is required") {
                    return !missing && (members.len() < 2 || at == fields.len());
                }
                !missing
            }
            (Schema::Either(one, other), _) => {
                if bug.is("check: the first alternative decides about records")
                    && matches!((&**one, document), (Schema::Record(_), Document::Record(_)))
                {
                    return one.check(document, depth + 1, bug);
                }
                if bug.is("check: no alternatives in alternatives of a list")
                    && matches!(**other, Schema::Either(..))
                    && depth > 0
                {
                    return one.check(document, depth + 1, bug);
                }
                one.check(document, depth + 1, bug) || other.check(document, depth + 1, bug)
            }
            _ => false,
        }
    }
}

fn size(document: &Document) -> usize {
    1 + match document {
        Document::Null | Document::Number(_) => 0,
        Document::List(all) => all.iter().map(size).sum(),
        Document::Record(members) => members.iter().map(|member| size(&member.value)).sum(),
    }
}

/// `Anything` says nothing about a document, so it must not be at the top.
fn says_something(schema: &Schema) -> bool {
    match schema {
        Schema::Anything => false,
        Schema::Either(one, other) => says_something(one) && says_something(other),
        _ => true,
    }
}

impl Structure for Conforming {
    const NAME: &'static str = "schema";
    const BUGS: &'static [&'static str] = &[
        "check: a number in a record of a list is below the greatest",
        "check: a list in a list needs one more",
        "check: skips two missing fields at most",
        "check: an optional last field of a full record is required",
        "check: the first alternative decides about records",
        "check: no alternatives in alternatives of a list",
    ];

    fn is_valid(&self) -> bool {
        says_something(&self.schema)
            && self.schema.is_valid()
            && self.schema.accepts(&self.document)
    }

    fn size(&self) -> usize {
        size(&self.document)
    }

    fn holds(&self, bug: Bug) -> bool {
        self.schema.check(&self.document, 0, bug)
    }

    #[cfg(test)]
    fn sample(src: &mut Source) -> Conforming {
        loop {
            let schema = sample_schema(src, 4);
            if says_something(&schema) {
                let document = sample_document(src, &schema);
                return Conforming { schema, document };
            }
        }
    }
}

#[cfg(test)]
fn sample_schema(src: &mut Source, depth: u32) -> Schema {
    let kind = if depth == 0 { src.draw(0..2) } else { src.draw(0..8) };
    match kind {
        0 => Schema::Anything,
        1 => {
            let least = src.draw(-5..=5);
            Schema::Number(least, least + src.draw(0..=2))
        }
        2 | 3 => Schema::List(src.draw(0..=2), Box::new(sample_schema(src, depth - 1))),
        4 | 5 => {
            let mut fields = Vec::new();
            for name in 0..5 {
                if src.draw(any()) {
                    let schema = sample_schema(src, depth - 1);
                    fields.push(Field { name, required: src.draw(0..4) == 0, schema });
                }
            }
            Schema::Record(fields)
        }
        _ => {
            let one = sample_schema(src, depth - 1);
            Schema::Either(Box::new(one), Box::new(sample_schema(src, depth - 1)))
        }
    }
}

#[cfg(test)]
fn sample_document(src: &mut Source, schema: &Schema) -> Document {
    match schema {
        Schema::Anything => Document::Null,
        Schema::Number(least, most) => Document::Number(src.draw(*least..=*most)),
        Schema::List(least, element) => {
            let more = src.draw(0..=1);
            let all = (0..*least + more).map(|_| sample_document(src, element));
            Document::List(all.collect())
        }
        Schema::Record(fields) => {
            let mut members = Vec::new();
            for field in fields {
                if field.required || src.draw(any()) {
                    let value = sample_document(src, &field.schema);
                    members.push(Member { name: field.name, value });
                }
            }
            Document::Record(members)
        }
        Schema::Either(one, other) => {
            let chosen = if src.draw(any()) { one } else { other };
            sample_document(src, chosen)
        }
    }
}
