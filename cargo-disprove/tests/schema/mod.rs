//! As much of JSON Schema as docs/report.schema.json uses, and more strict: a key that it does not name is a fault.

use serde_json::Value;

/// What is wrong with a value, a line each.
pub fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    check(schema, schema, value, "", &mut faults);
    faults
}

fn check(root: &Value, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        let other = root.pointer(name.trim_start_matches('#')).expect("what is referred to");
        return check(root, other, value, at, faults);
    }
    let types = match &schema["type"] {
        Value::Array(types) => types.clone(),
        one => vec![one.clone()],
    };
    if !types.iter().any(|name| is_of(value, name.as_str().expect("a type"))) {
        faults.push(format!("{at} is {value}, not {types:?}"));
    }
    for key in schema["required"].as_array().into_iter().flatten() {
        if value.get(key.as_str().expect("a key")).is_none() {
            faults.push(format!("{at} has no {key}"));
        }
    }
    if let (Some(map), Some(known)) = (value.as_object(), schema["properties"].as_object()) {
        for (key, part) in map {
            match known.get(key) {
                Some(schema) => check(root, schema, part, &format!("{at}/{key}"), faults),
                None => faults.push(format!("{at}/{key} is not described")),
            }
        }
    }
    if let (Some(list), Some(items)) = (value.as_array(), schema.get("items")) {
        for (number, part) in list.iter().enumerate() {
            check(root, items, part, &format!("{at}/{number}"), faults);
        }
    }
}

fn is_of(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("a type `{other}`"),
    }
}
