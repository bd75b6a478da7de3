// The theme loads the index of the search with every page. This holds it back until somebody searches.
"use strict";

{
  const { open, send } = XMLHttpRequest.prototype;

  XMLHttpRequest.prototype.open = function (method, address, ...rest) {
    this.isIndex = String(address).endsWith("search_index.json");
    return open.call(this, method, address, ...rest);
  };

  XMLHttpRequest.prototype.send = function (body) {
    if (!this.isIndex) return send.call(this, body);
    const field = document.querySelector("[data-md-component=search-query]");
    const load = () => send.call(this, body);
    if (!field || field === document.activeElement) return load();
    field.addEventListener("focus", load, { once: true });
  };
}
