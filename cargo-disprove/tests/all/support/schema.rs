//! Validates the part of JSON Schema that the schemas in docs use. Unknown keys are errors.

use serde_json::Value;

/// The errors of a value, a line each.
pub fn errors(schema: &Value, value: &Value) -> Vec<String> {
    let mut errors = Vec::new();
    check(schema, schema, value, "", &mut errors);
    errors
}

/// Fails unless the lines of a hunt are as their schema describes them.
pub fn assert_events(events: &[Value]) {
    let schema = include_str!("../../../../book/src/reference/hunt-events.schema.json");
    let schema = serde_json::from_str(schema).expect("a schema");
    for event in events {
        assert_eq!(errors(&schema, event), [""; 0], "{event}");
    }
}

fn check(root: &Value, schema: &Value, value: &Value, at: &str, errors: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        let other = root.pointer(name.trim_start_matches('#')).expect("the referenced schema");
        return check(root, other, value, at, errors);
    }
    if let Some(schemas) = schema["oneOf"].as_array() {
        let mut all = Vec::new();
        for schema in schemas {
            all.push(Vec::new());
            check(root, schema, value, at, all.last_mut().expect("just added"));
        }
        if all.iter().filter(|errors| errors.is_empty()).count() != 1 {
            errors.push(format!("{at} fits not exactly one of the alternatives: {all:?}"));
        }
    }
    let types = match &schema["type"] {
        Value::Array(types) => types.clone(),
        one => vec![one.clone()],
    };
    if !types.iter().any(|name| has_type(value, name.as_str().expect("a type"))) {
        errors.push(format!("{at} is {value}, not {types:?}"));
    }
    if let Some(values) = schema["enum"].as_array()
        && !values.contains(value)
    {
        errors.push(format!("{at} is {value}, not one of {values:?}"));
    }
    for key in schema["required"].as_array().into_iter().flatten() {
        if value.get(key.as_str().expect("a key")).is_none() {
            errors.push(format!("{at} has no {key}"));
        }
    }
    if let (Some(map), Some(known)) = (value.as_object(), schema["properties"].as_object()) {
        for (key, part) in map {
            match known.get(key) {
                Some(schema) => check(root, schema, part, &format!("{at}/{key}"), errors),
                None => errors.push(format!("{at}/{key} is not described")),
            }
        }
    }
    if let (Some(list), Some(items)) = (value.as_array(), schema.get("items")) {
        for (number, part) in list.iter().enumerate() {
            check(root, items, part, &format!("{at}/{number}"), errors);
        }
    }
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("unknown type `{other}`"),
    }
}
