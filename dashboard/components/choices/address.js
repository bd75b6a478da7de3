// Writes what the present view is called into the address (see address.py). `page` is the last
// part of the path, `search` the parameters.
// A table takes one Tab, not one for each of its cells; the arrow keys go from cell to cell.
const leaveTables = (event) => {
  const canvas = event.target.closest?.('[data-testid="stDataFrame"] canvas')
  if (event.key === "Tab" && canvas) event.stopPropagation()
}

export default function ({ data: { page, search, session } }) {
  if (!window.soritesSession) document.addEventListener("keydown", leaveTables, true)
  // A server that was started anew knows nothing of what was chosen; the address does.
  window.soritesSession ??= session
  if (window.soritesSession !== session) return window.location.reload()

  // The reader may have gone to another page while this one ran.
  if (!window.location.pathname.endsWith(`/${page}`)) return

  const wanted = new URLSearchParams(search)
  for (const [name, value] of new URLSearchParams(window.location.search)) {
    if (name.startsWith("embed")) wanted.append(name, value) // Streamlit's own
  }
  const url = new URL(window.location.href)
  url.search = wanted
  // On arrival the address is only completed, unless what it asked for was changed meanwhile.
  const asked = [...new URLSearchParams(window.location.search)]
  const isKept = asked.every(([name, value]) => wanted.getAll(name).includes(value))
  const before = window.history.state?.view ?? (isKept || !window.soritesView ? search : "")
  window.soritesView = search
  const state = { ...window.history.state, view: search }
  if (before === search) return window.history.replaceState(state, "", url)

  // Streamlit takes Back to an address with a heading's anchor for a jump within the page.
  const left = new URL(window.location.href)
  left.hash = url.hash = ""
  window.history.replaceState(window.history.state, "", left)
  window.history.pushState(state, "", url)
}
