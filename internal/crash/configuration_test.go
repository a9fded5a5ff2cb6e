package crash

// configuration: Aria answers and never speaks unasked; Bea has a judge, who
// always says no. Odds would answer what nobody has asked, and when depends on
// what else was said meanwhile. People here answer as evenly as programs.
const configuration = `
data = "data"

[log]
level = "warn"

[control]
listen = "LISTEN"

[[control.tokens]]
name = "people"
secret = "file:secret"
scopes = ["read", "lines"]

[models.scripted]
kind = "openai"
model = "scripted"
url = "MODEL/v1"
concurrency = 200
attempts = 8
first_pause = "20ms"
last_pause = "200ms"
break_after = 100000

[familiars.aria]
name = "Aria"
persona = "Keeps a bookshop."

[familiars.aria.credit]
window = "24h"

[familiars.aria.odds]
on = false

[familiars.aria.debounce]
quiet = "40ms"
hot = "80ms"
gap = "1s"
cap = "300ms"

[familiars.bea]
name = "Bea"
persona = "Keeps bees."
judge = "scripted"
verdict = "reason"

[familiars.bea.credit]
window = "24h"

[familiars.bea.odds]
on = false

[familiars.bea.chattiness]
lull = "500ms"

[familiars.bea.debounce]
quiet = "40ms"
hot = "80ms"
gap = "1s"
cap = "300ms"

[room.guard]
unmarked = false

[[channels]]
match = "web:*"
familiars = ["aria"]

[[channels]]
match = "web:b*"
familiars = ["bea"]

[[channels]]
match = "web:t*"
familiars = ["aria", "bea"]
`
