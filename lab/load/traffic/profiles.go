package traffic

// A logNormal is the distribution of e to the power of a normal one.
type logNormal struct {
	mu, sigma float64
	most      float64 // larger draws are drawn again; 0: none is too large
}

// A profile is how people talk in one kind of channel. Times are seconds,
// lengths characters, the rest shares.
type profile struct {
	gap      logNormal // between two lines of a session
	same     float64   // that the same person goes on
	sameGap  logNormal // then
	length   logNormal
	reply    float64 // that it is a reply the network shows
	mention  float64 // that it mentions somebody
	question float64

	single  float64   // sessions of one line
	session logNormal // lines in the others, at least 2; a sigma of 0: it never ends
	mean    float64   // lines in a session, as observed
	pause   float64   // that one who never ends stops for 1 to 15 minutes after a line
}

// The profiles were fitted on recordings: Discord MeshCore (91,625 messages of
// 585 channels over 14 months), Zulip Lean (962,529 messages, 56,161 topics),
// Slack (52,738 messages, 5 channel-years) and the gold files of IRC.
var (
	// discordServer: one channel of a community; most are silent for days. A
	// session begins after 15 minutes without a line.
	discordServer = profile{
		gap: logNormal{3.98, 1.48, 900}, same: 0.28, sameGap: logNormal{3.53, 1.15, 300},
		length: logNormal{4.16, 1.06, 2000}, reply: 0.246, mention: 0.041, question: 0.159,
		single: 0.53, session: logNormal{1.15, 0.95, 200}, mean: 3.2,
	}
	slackTeam = profile{
		gap: logNormal{3.75, 1.47, 900}, same: 0.35, sameGap: logNormal{3.4, 1.0, 900},
		length: logNormal{4.31, 1.03, 2000}, reply: 0.10, mention: 0.128, question: 0.2,
		single: 0.40, session: logNormal{1.6, 1.05, 300}, mean: 6.4,
	}
	ircBusy = profile{
		gap: logNormal{2.20, 0.80, 900}, same: 0.145, sameGap: logNormal{2.3, 0.7, 900},
		length: logNormal{3.61, 1.06, 2000}, mention: 0.414, question: 0.2, pause: 0.004,
	}
	// gameLobby: 21 games of LLMafia; its gaps are [lobbyGaps].
	gameLobby = profile{length: logNormal{2.89, 0.9, 2000}, question: 0.2, mention: 0.1}
	// even has nothing to do with people but for the length of what they say.
	even = profile{length: discordServer.length, question: discordServer.question, mention: discordServer.mention}
	// raid is many strangers at once.
	raid = profile{length: logNormal{2.89, 0.9, 2000}}
)

// lobbyGaps are quantiles of the seconds between two lines of a lobby.
var lobbyGaps = []struct{ part, gap float64 }{
	{0, 0}, {0.10, 0}, {0.25, 1}, {0.50, 4}, {0.75, 9}, {0.90, 19}, {0.95, 27}, {0.99, 63}, {1, 63},
}

// What a fleet is made of: the recipe that came with the profiles.
const (
	busyShare = 0.01 // channels that talk as ircBusy
	teamShare = 0.04 // as slackTeam; the others as discordServer

	lobbyEach = 100 // among so many channels one is a gameLobby besides
	raidEach  = 250 // and one is raided
	raidRate  = 2   // lines a second of a raid, however far time is compressed
	raidFor   = 60  // seconds a raid lasts
	raidEvery = 600 // seconds from one raid of a channel to the next; our own choice, no recording has enough

	serverMu, serverSigma = 2.60, 2.04        // log of the messages of a Discord channel in 14 months
	serverTime            = 14 * 30 * 86400.0 // these months, seconds
	teamLeast, teamMost   = 5700.0, 16000.0   // messages of a Slack channel in 157 days
	teamTime              = 157 * 86400.0     // seconds
	authorZipf            = 0.95              // who of a channel's people speaks
	dayPeak, dayTrough    = 1.56, 0.55        // rate at the height of the day and in the night, over the mean
	dayStart              = 0.375             // where in the day a fleet starts: at the mean, rising
)
