# Makes the edits of faults.txt in the files under root. Ends with 1 if a file or the lines of an edit are not there
# exactly once: that fault has to be made anew.
#   awk -v root=FOLDER -f edit.awk faults.txt

function trim(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }

function fail(why) {
    print "the fault \"" fault "\" does not fit the sources any more: " why ": " old[1] > "/dev/stderr"
    status = 1
}

function edit(   path, found, count, lines, i, k, place, matches) {
    if (file == "") return
    found = "find \"" root "\" -name \"" file "\""
    count = 0
    while ((found | getline path) > 0) { count++; only = path }
    close(found)
    if (count != 1) { fail(count " files are called " file); return }
    lines = 0
    while ((getline line < only) > 0) text[++lines] = line
    close(only)
    matches = 0
    for (i = 1; i <= lines - olds + 1; i++) {
        for (k = 1; k <= olds && trim(text[i + k - 1]) == old[k]; k++) continue
        if (k > olds) { matches++; place = i }
    }
    if (matches != 1) { fail(matches " places in " file " are it"); return }
    printf "" > only
    for (i = 1; i <= lines; i++) {
        if (i == place) {
            for (k = 1; k <= news; k++) print new[k] > only
            i += olds - 1
        } else print text[i] > only
    }
    close(only)
}

function begin(name) { edit(); file = name; olds = 0; news = 0 }

/^## / { begin(""); fault = substr($0, 4) }
/^@ / { begin(substr($0, 3)) }
/^- / { old[++olds] = trim(substr($0, 3)) }
/^[+] / { new[++news] = substr($0, 3) }
END { begin(""); exit status }
