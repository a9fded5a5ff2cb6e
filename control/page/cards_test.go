package page

import "net/http"

// cards lists one familiar.
func cards(w http.ResponseWriter, _ object, _ *http.Request) {
	reply(w, 200, object{"familiars": []object{{"familiar": "aria", "name": "Aria", "preset": "social", "models": []string{"offline"}, "card": "cards/aria.md"}}})
}

// card is who she is, with a lorebook of one entry.
func card(w http.ResponseWriter, _ object, r *http.Request) {
	reply(w, 200, object{
		"familiar": r.PathValue("familiar"), "name": "Aria", "preset": "social", "models": []string{"offline"}, "card": "cards/aria.md", "lorebook": "cards/aria.lore.toml",
		"aliases": []string{"ari"}, "parts": []object{{"part": "description", "text": "Keeps moths."}, {"part": "personality", "text": "Dry."}, {"part": "examples", "text": ""}},
		"entries": []object{{"id": "lamp", "keys": []string{"lamp"}, "text": "The green lamp hums."}}, "budget": 60, "seen": "1",
	})
}

// prompt is what her model would be sent.
func prompt(w http.ResponseWriter, _ object, _ *http.Request) {
	reply(w, 200, object{
		"model": "offline", "system": "# Aria\n\nKeeps moths.", "page": "channel: web//garden", "tools": []string{}, "parts": []object{{"part": "card", "tokens": 40}, {"part": "lines", "tokens": 12}},
		"lore": []string{"lamp"}, "no_room": []string{}, "tokens": 52, "reply": 100, "usd": 0, "characters": 20,
	})
}
