"use strict";
// Optional: sorts and filters tables, copies commands, and opens the target of a link.
const enhance = (root) => {
  for (const table of root.querySelectorAll("table:not([data-plain])")) {
    const body = table.tBodies[0];
    const value = (row, column) => {
      const cell = row.cells[column];
      return cell.dataset.sort ?? cell.querySelector("data")?.value ?? cell.textContent;
    };
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const isNumber = head.classList.contains("number");
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        // Numbers start descending, names ascending.
        const first = isNumber ? "descending" : "ascending";
        const second = isNumber ? "ascending" : "descending";
        const order = head.getAttribute("aria-sort") === first ? second : first;
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", order);
        const sign = order === "ascending" ? 1 : -1;
        const compare = (a, b) => isNumber
          ? Number(value(a, column)) - Number(value(b, column))
          : value(a, column).localeCompare(value(b, column));
        body.append(...[...body.rows].sort((a, b) => sign * compare(a, b)));
      });
    });
    if (table.dataset.filter !== "yes") continue;
    const find = document.createElement("label");
    find.className = "find";
    const input = document.createElement("input");
    input.type = "search";
    input.placeholder = table.dataset.hint ?? "a name, a verdict, a category";
    const left = document.createElement("span");
    left.setAttribute("role", "status");
    find.append("Show rows with", input, left);
    table.parentElement.before(find);
    input.addEventListener("input", () => {
      const wanted = input.value.toLowerCase();
      let shown = 0;
      for (const row of body.rows) {
        row.hidden = !row.textContent.toLowerCase().includes(wanted);
        shown += row.hidden ? 0 : 1;
      }
      left.textContent = wanted ? `${shown} of ${body.rows.length}` : "";
    });
  }
  for (const command of root.querySelectorAll("pre.command")) {
    const text = command.textContent;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
      } catch {
        // Pages from disk may not access the clipboard.
        getSelection().selectAllChildren(command.firstChild.parentNode);
        button.textContent = "Press Ctrl-C";
      }
    });
    command.append(button);
  }
};
enhance(document);
const reveal = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
};
addEventListener("hashchange", reveal);
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((part) => (part.open = true)));
reveal();
