package report

import "familiar/internal/markup"

// page writes the whole document: what the report's author wrote as it is, the
// title and the data as text, and style and script with the policy that lets
// nothing else in.
func (r *Report) page(w *markup.Writer, style, script string) {
	w.Markup(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"`)
	w.Attribute("content", "default-src 'none'; style-src '"+hash(style)+"'; script-src '"+hash(script)+"'; base-uri 'none'; form-action 'none'")
	w.Markup(`>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
`)
	w.Element("title", r.Title+" - familiar")
	w.Markup("\n")
	w.Style(style)
	w.Markup(`
</head>
<body>
<noscript><p class="noscript">This report needs JavaScript. It loads nothing from other sites.</p></noscript>
<header class="top">
  <div class="top-title">
    <p class="kicker">familiar · replay</p>
    <h1 id="title">`)
	w.Text(r.Title)
	w.Markup(`</h1>
    <ul id="settings" class="settings"></ul>
  </div>
  <dl id="figures" class="figures-grid" aria-label="Figures of all channels"></dl>
  <p id="remark" class="remark" hidden></p>
  <button id="save" type="button" class="chip" hidden></button>
</header>
<div class="body">
  <nav class="list" aria-label="Channels">
    <div class="list-tools">
      <label class="sr" for="filter">Find a channel</label>
      <input id="filter" type="search" placeholder="Find a channel" autocomplete="off" spellcheck="false">
      <small id="count" role="status"></small>
    </div>
    <div id="columns" class="columns" role="group" aria-label="Sort by"></div>
    <div id="scroll" class="scroll" role="listbox" tabindex="0" aria-label="Channels: arrow keys choose one"><div id="rows"></div></div>
  </nav>
  <main id="channel" class="channel" aria-live="off"></main>
</div>
<div id="details" class="details" role="tooltip" hidden></div>
`)
	w.JSON("data", r)
	w.Markup("\n")
	w.Script(script)
	w.Markup("\n</body>\n</html>\n")
}
