/// What `--help` and `--version` say.
enum Help {
    static let version = "0.1.0"

    static let text = """
        rakkan: comments without waiting

        usage: rakkan [OPTION…]                       the client
               rakkan sign-up|sign-in [NAME]          an account; --password-stdin reads the password from a pipe
               rakkan sign-out
               rakkan rooms                           a homeserver's rooms: yours, and the public ones
               rakkan posts                           every post, the newest first
               rakkan comments POST                   the comments of one post
               rakkan post TITLE [--text TEXT|-]      write a post
               rakkan comment POST [TEXT|-]           write a comment; - or nothing reads standard input
               rakkan favourite ID [--off]            favourite a post or a comment, or take it back
               rakkan outbox [retry|discard|drain [ID…]]
                                                      what waits and what failed; --with-dependents also discards what
                                                      waits for it
               rakkan board [check|backup FILE|remove ID|ban NAME|signup on|off|reset-password NAME]
                                                      what the owner of a board does with it
               rakkan demo                            an album to try it on, and how bad networks feel
               rakkan keys                            every key of the client, with your own
               rakkan config [check|show]             what is wrong with config.json; what counts, and who said so
               rakkan completions bash|zsh|fish       a script for your shell
               rakkan doctor                          how this terminal draws, measured and remembered; the board or server

        options:
          --board FILE         the board; made if its folder exists (default: the XDG data directory)
          --server URL         a Matrix homeserver instead of a board
          --room ALIAS         the room of the homeserver, such as #album:example.org; joins it
          --post ID            open the client at this post
          --state-dir DIR      outbox, drafts, sessions and log (default: the XDG state directory)
          --network NETWORK    behave like a network: good, bad, flaky, offline, wifi, lte, dsl, 3g, edge, very-bad,
                               high-latency-dns, loss-100, or latency=300ms,jitter=50ms,loss=0.2,down=240kbps,fail=503
          --seed N             repeat that network's chances, and the demo's album
          --auto-retry on|off  send again by itself what was not answered (default: on; off in the demo)
          --pending RULE       what is not sent yet: queue (the default: edits, deletions and replies wait behind it), or
                               restrict (it can't be edited or deleted)
          --as NAME            demo: as NAME, without a form
          --guests N           demo: so many simulated people
          --waiting            demo: begin with the waiting way (W switches)
          --unkeyed            demo: a server that knows no request again ("looks already posted")
          --script FILE        demo: play keys with pauses and captions
          --visitors           for sshd's ForceCommand: the client or the demo for whoever comes (docs/ssh.md)
          --limits LIMITS      what visitors may take: sessions=200,idle=30m,comments=12,…
          --ascii              ASCII marks and lines
          --color WHEN         auto, always or never (auto respects NO_COLOR, CLICOLOR_FORCE, CLICOLOR)
          --mouse              a click selects, on a failed comment it retries; the wheel scrolls
          --plain              in lines, for screen readers, slow printers and scripts (docs/plain.md)
          --json               lists, and what was written, as JSON
          --help, --version

        exit status: 0 done · 1 failed · 2 usage · 3 needs sign-in · 75 queued, will be sent later
        """
}
