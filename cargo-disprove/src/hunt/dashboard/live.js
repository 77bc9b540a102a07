"use strict";
// Applies the changes that the hunt sends. All text is escaped by the hunt, and the policy of the page allows no other script.
{
  const state = document.getElementById("connection");
  const say = (text, isLost) => {
    if (state.textContent !== text) state.textContent = text;
    state.classList.toggle("lost", isLost);
  };
  const apply = (part) => {
    const known = document.getElementById(part.id);
    if (part.into) {
      if (known) return;
      document.getElementById(part.into).insertAdjacentHTML("afterbegin", part.html);
      enhance(document.getElementById(part.id));
    } else if (known && known.innerHTML !== part.html) {
      known.innerHTML = part.html;
    }
  };
  say("Connecting.", false);
  const source = new EventSource("events" + location.search);
  source.addEventListener("open", () => say("Connected: the page follows the hunt.", false));
  source.addEventListener("update", (event) => {
    for (const part of JSON.parse(event.data)) apply(part);
    document.documentElement.dataset.updates = Number(document.documentElement.dataset.updates ?? 0) + 1;
  });
  source.addEventListener("end", () => {
    source.close();
    say("The hunt has ended. The page shows its last state.", false);
  });
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) say("The connection was refused: reload the page.", true);
    else say("The connection is lost. Trying again.", true);
  });
}
