package app

import (
	"bytes"
	"encoding/hex"
	"encoding/json"

	"familiar/actors/account"
	"familiar/messages"
)

// mostRemembered bounds what is remembered of an account, in bytes.
const mostRemembered = 4096

// recall takes who an account of another process was, unless somebody has introduced
// it: lines that wait in the journal may call it, and whoever has the channels must not
// decide on these before it knows that. Its process says who it is now.
func (a *App) recall(id messages.AccountID) {
	if a.Remembered == nil {
		return
	}
	if _, known := a.holdings.elsewhereOf(id); known {
		return
	}
	body, _, err := a.Remembered.Read(wordOf(id))
	if err != nil {
		a.Log.Warn("who an account was is not known before it says so", "account", string(id), "err", err)
		return
	}
	var at attendance
	if len(body) == 0 || len(body) > mostRemembered || json.Unmarshal(body, &at) != nil || at.Account != id {
		return
	}
	if m, is := at.meeting(); is && a.holdings.learn(id, m) {
		a.holdings.introduce(id)
	}
}

// remember keeps who an account of this process is, for the next ones.
func (a *App) remember(id messages.AccountID, m account.Meeting) {
	if a.Remembered == nil || m.Me.ID == "" {
		return
	}
	at := attendanceOf(id, m)
	at.Known = true
	body, err := json.Marshal(at)
	if err == nil {
		var was []byte
		var revision uint64
		if was, revision, err = a.Remembered.Read(wordOf(id)); err == nil && !bytes.Equal(was, body) {
			_, err = a.Remembered.Write(wordOf(id), revision, body)
		}
	}
	if err != nil {
		a.Log.Warn("who an account is will not be known to the next process", "account", string(id), "err", err)
	}
}

func wordOf(id messages.AccountID) string { return hex.EncodeToString([]byte(id)) }
