// Package ircservices runs an IRC network with services for tests: Debian's InspIRCd
// and Atheme, which keep accounts, let them log in and give their nicks back to them.
// ngircd, of package ngircd, has no such thing. A test that asks for it is skipped
// where either isn't there.
package ircservices

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/internal/ngircd"
	"familiar/journal/journaltest"
)

// inspircd is the server's configuration: a folder, and the ports for people and for
// services.
const inspircd = `
<server name="irc.example.net" description="A test" network="Example" id="001">
<admin name="test" nick="test" email="test@example.net">
<bind address="127.0.0.1" port="%[2]d" type="clients">
<bind address="127.0.0.1" port="%[3]d" type="servers">
<connect allow="*" pingfreq="120" localmax="100" globalmax="100" commandrate="100000" fakelag="no" threshold="1000">
<pid file="%[1]s/inspircd.pid">
<files motd="%[1]s/motd">
<module name="spanningtree">
<module name="cap">
<module name="sasl">
<module name="services_account">
<module name="ircv3">
<module name="ircv3_accounttag">
<module name="ircv3_servertime">
<link name="services.example.net" ipaddr="127.0.0.1" port="%[3]d" allowmask="127.0.0.0/8" sendpass="link" recvpass="link">
<uline server="services.example.net" silent="yes">
<sasl target="services.example.net" requiressl="no">
<performance quietbursts="yes">
`

// atheme is that of the services.
const atheme = `
loadmodule "modules/backend/opensex";
loadmodule "modules/crypto/pbkdf2v2";
loadmodule "modules/protocol/inspircd";
loadmodule "modules/nickserv/main";
loadmodule "modules/nickserv/register";
loadmodule "modules/nickserv/ghost";
loadmodule "modules/saslserv/main";
loadmodule "modules/saslserv/plain";
serverinfo {
	name = "services.example.net"; desc = "Services"; numeric = "00A"; recontime = 1;
	netname = "Example"; hidehostsuffix = "example.net";
	adminname = "test"; adminemail = "test@example.net"; registeremail = "test@example.net"; mta = "/bin/true";
	loglevel = { error; };
	maxlogins = 9; maxusers = 0; maxnicks = 9; maxchans = 9; auth = none; casemapping = rfc1459;
};
uplink "irc.example.net" { host = "127.0.0.1"; port = %[3]d; send_password = "link"; receive_password = "link"; };
nickserv { nick = "NickServ"; user = "NickServ"; host = "services.example.net"; real = "Nicks"; };
saslserv { nick = "SaslServ"; user = "SaslServ"; host = "services.example.net"; real = "Logins"; };
general { commit_interval = 5; };
logfile "%[1]s/atheme.log" { error; };
database "%[1]s/services.db";
`

// Start runs both until the test ends, with one account: its nick is its login.
func Start(t testing.TB, nick, password string) *ngircd.Server {
	t.Helper()
	for _, daemon := range []string{"inspircd", "atheme-services"} {
		if _, err := exec.LookPath(daemon); err != nil {
			t.Skipf("no %s on the path: apt-get install inspircd atheme-services", daemon)
		}
	}
	folder, people, services := t.TempDir(), journaltest.Port(t), journaltest.Port(t)
	for name, text := range map[string]string{
		"motd": "hello\n", "inspircd.conf": fmt.Sprintf(inspircd, folder, people, services), "atheme.conf": fmt.Sprintf(atheme, folder, people, services),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	server := &ngircd.Server{Address: fmt.Sprintf("127.0.0.1:%d", people)}
	args := []string{"--config=" + filepath.Join(folder, "inspircd.conf"), "--nofork"}
	if os.Getuid() == 0 {
		args = append(args, "--runasroot")
	}
	run(t, "inspircd", args...)
	await.Until(t, "that the server listens", func() bool {
		conn, err := net.Dial("tcp", server.Address)
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
	run(t, "atheme-services", "-n", "-c", filepath.Join(folder, "atheme.conf"), "-D", folder, "-p", filepath.Join(folder, "atheme.pid"))
	owner := server.Person(t, nick)
	for late := time.Now().Add(await.Patience); len(owner.Told(":NickServ!")) == 0; {
		if time.Now().After(late) {
			t.Fatalf("%s is not registered: %q", nick, owner.Told(""))
		}
		owner.Say("NickServ", fmt.Sprintf("REGISTER %s %s@example.net", password, nick)) // in vain until the services are there
		<-time.After(50 * time.Millisecond)
	}
	owner.Until("is now registered", 1)
	owner.Send("QUIT")
	owner.Until("ERROR", 1)
	return server
}

// run runs a daemon until the test ends.
func run(t testing.TB, name string, args ...string) {
	t.Helper()
	daemon := exec.Command(name, args...)
	daemon.Stdout, daemon.Stderr = t.Output(), t.Output()
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = daemon.Process.Kill()
		_ = daemon.Wait()
	})
}
