// Search of names and headings, in the list that names.js has: [what, where, words]. It works from files as well.
"use strict";
(function () {
  var root = document.body.getAttribute("data-root");
  var field = document.getElementById("search");
  var list = document.getElementById("found");

  // How well an entry fits: 0 the name itself, 1 its beginning, 2 a part, 3 all words somewhere; -1 not.
  function rank(entry, query, words) {
    var name = entry[0].toLowerCase();
    if (name === query) return 0;
    if (name.indexOf(query) === 0) return 1;
    if (name.indexOf(query) > 0) return 2;
    var all = name + " " + entry[2].toLowerCase();
    return words.every(function (word) { return all.indexOf(word) >= 0; }) ? 3 : -1;
  }

  function find(query) {
    var words = query.split(/\s+/);
    var found = [];
    ASHLAR_NAMES.forEach(function (entry) {
      var how = rank(entry, query, words);
      if (how >= 0) found.push([how, entry]);
    });
    found.sort(function (a, b) {
      return a[0] - b[0] || a[1][0].length - b[1][0].length || (a[1][0] < b[1][0] ? -1 : 1);
    });
    return found.slice(0, 50).map(function (one) { return one[1]; });
  }

  function show() {
    var query = field.value.trim().toLowerCase();
    list.textContent = "";
    if (query === "") return;
    find(query).forEach(function (entry) {
      var item = document.createElement("li");
      var link = document.createElement("a");
      var said = document.createElement("small");
      link.href = root + entry[1];
      link.textContent = entry[0];
      said.textContent = entry[2];
      link.appendChild(said);
      item.appendChild(link);
      list.appendChild(item);
    });
  }

  field.addEventListener("input", show);
  field.addEventListener("keydown", function (event) {
    if (event.key === "Escape") { field.value = ""; show(); }
    if (event.key === "Enter" && list.firstChild) list.firstChild.firstChild.click();
  });
  document.addEventListener("keydown", function (event) {
    if (event.key === "/" && document.activeElement !== field) { field.focus(); event.preventDefault(); }
  });
})();
