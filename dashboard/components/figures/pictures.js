// A figure's picture (by plotly's own download in the browser), its data, and its citation.
export default function ({ parentElement, data: { chart, name, csv, citation } }) {
  const row = parentElement.querySelector(".pictures")
  row.replaceChildren()

  function button(words, title, act) {
    const made = document.createElement("button")
    made.type = "button"
    made.textContent = words
    made.title = title
    made.onclick = () => act(made)
    row.append(made)
  }

  // Plotly hides its own button, which draws what its options say.
  function picture(format) {
    const plot = document.querySelector(`.st-key-${chart} .js-plotly-plot`)
    plot._context.toImageButtonOptions = { format, filename: name, scale: format === "png" ? 3 : 1 }
    plot.querySelector(".modebar-btn").click()
  }

  button("SVG", "Picture of the figure as SVG", () => picture("svg"))
  button("PNG", "Picture of the figure as PNG", () => picture("png"))
  if (csv) button("CSV", "Data of the figure as CSV", () => {
    const link = document.createElement("a")
    link.href = URL.createObjectURL(new Blob([csv], { type: "text/csv" }))
    link.download = `${name}.csv`
    link.click()
    URL.revokeObjectURL(link.href)
  })
  button("Cite", citation, (made) => {
    navigator.clipboard?.writeText(citation)
    made.textContent = "Copied"
    setTimeout(() => { made.textContent = "Cite" }, 1500)
  })
}
