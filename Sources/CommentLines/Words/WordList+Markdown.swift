extension WordList {
    /// The page of the documentation: what line mode is, and every word.
    package static func markdown() -> String {
        var text = """
            # In lines

            `rakkan --plain` speaks in lines: for a screen reader or a braille display, a terminal that can't place its cursor, a slow
            link, a script. Nothing that was printed is touched again, and no escape sequence is ever written. It is the same client:
            what you write is on disk before it is sent, what fails stays with its reason, and the outbox is the one of the screen.

            ```
            $ rakkan --plain
            board.sqlite, as kei. help lists the words.
            1 aki, 2 h, 4 favourites, 3 comments: Sunday at the lake
            rakkan> open 1
            post 1, aki, 2 h, 4 favourites: Sunday at the lake
            3 comments
            1 aki, 1 h, 2 favourites: What a day!
            2 mina, 1 h: So blue!
            3 aki, 59 min, reply to 2: Colder.
            rakkan> comment Love it
            4 you, sending: Love it
            rakkan>
            comment 4 not sent: offline. retry 4, discard 4
            rakkan> retry 4
            comment 4 is sent again
            rakkan>
            comment 4 sent
            ```

            It begins by itself where `TERM` is `dumb`, where the terminal can't be drawn on (a line says so), and where the output is
            no terminal. `"plain": true` in [config.json](config.md) has it always. Visitors by SSH get it in the same cases, with the
            limits of visitors ([ssh.md](ssh.md)).

            ## Words


            """
        text += "| word | what it does |\n|---|---|\n"
        for entry in all {
            text += "| `\(entry.usage.replacing("|", with: "\\|"))` | \(entry.meaning) |\n"
        }
        text += """

            A comment's number stays while the post is open, also when others come or go before it; a new one has the next number.
            `post` is the post that is open. What failed on another post is named as the outbox names it: `o1`.

            A text in lines ends with a dot alone; a line that begins with a dot is typed with two. `.q` keeps it as a draft, the one
            that the screen's composer has, and `.c` begins anew. A text in the same line as its word leaves drafts alone.

            A question is answered with yes or no; whatever else is said means no, and is done.

            ## What is told

            One line for each change of state, when it happens: what came from others, what was sent, what was not and why, what waits
            and for what. A second less to wait is no change, nor is one more try that ends as the last one did; `outbox` and
            `comments` say how it stands now. How often others favourite something is in the lists, not told.

            A line that comes while you type stands on a line of its own, and the prompt again behind it. What you had typed is still
            there for Enter; Ctrl-R shows it.

            Ctrl-C leaves, as `quit` does; it ends a sign-in or a wait first. So does the end of the input (Ctrl-D). Ctrl-Z stops the
            program, `fg` goes on. What is being written then is kept as a draft, also when the line hangs up.

            On a terminal `quit` and Ctrl-D wait for no list. A comment that was said while its list was being read is in the outbox
            then; any other word that waited is said once more, as not done.

            ## Scripts

            ```
            rakkan --plain < words
            printf 'open 1\\ncomment Love it\\nwait\\n' | rakkan --plain
            ```

            From a pipe or a file no prompt is printed. A word that is about a list waits until that was read, and those behind it wait
            for it; nothing waits for what is sent, but `wait`. At the end of the input it leaves as `quit` does: it sends for 2 s at
            most and prints what waits. `sign-in NAME` takes the next line as the password.

            | status | |
            |---|---|
            | 0 | all was done and sent |
            | 1 | something failed and is in the outbox, or there was a word that could not be done |
            | 3 | something waits for a sign-in |
            | 75 | something waits, and goes out later |

            Without `--plain` an input that is no terminal is a mistake: one line, and 2. For single acts the commands are shorter
            (`rakkan comment p1 TEXT`), and answer in JSON.

            """
        return text
    }
}
