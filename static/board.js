// All that talks to the network after a page has loaded: forms sent in place, the stream of changes, and entries
// that wait on this phone until the network is back. Without this script every form and link works by itself.
"use strict";

(() => {
  const live = document.getElementById("board");
  if (!live) return;
  const words = document.getElementById("connection-texts")?.dataset ?? {};
  const token = document.querySelector("meta[name=csrf-token]")?.content ?? "";
  const base = live.dataset.base ?? "";
  const follows = live.dataset.events;
  const WITH_LIVE = { "X-Companion-Fragment": "1" };

  // What this page shows: the last row of the log in it, what was asked for by a tap ("?seat=3"), and whether it
  // holds the answer to this phone's own report, which a change made by others must not wipe away.
  let number = Number(live.dataset.number ?? 0);
  let wish = "";
  let answered = false;
  let asked = 0;
  let taps = 0; // on links that ask the page for something else
  let drawn = null; // what was shown last, as it was received
  let fresh = true; // nothing has come over the stream yet: it begins with what the page shows already

  // ---- Showing a new board

  function show(html) {
    // The answer to a report comes over the stream as well: drawn twice, it would take a button from under a thumb.
    if (html === null || html === drawn) return;
    drawn = html;
    const typed = document.activeElement;
    const name = live.contains(typed) ? [typed.tagName, typed.name, typed.value] : null;
    const opened = [...live.querySelectorAll("details[open][id]")].map((it) => it.id);
    live.innerHTML = html;
    for (const id of opened) live.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
    if (name) {
      const same = [...live.querySelectorAll(name[0])].find((it) => it.name === name[1] && it.value === name[2]);
      same?.focus({ preventScroll: true });
    }
    number = shownNumber() ?? number;
    const next = live.querySelector("a[data-next]");
    if (next) location.replace(next.href);
    showSign();
    callMe();
    document.dispatchEvent(new CustomEvent("companion:drawn", { detail: live }));
  }

  function shownNumber() {
    const field = live.querySelector("input[name=number]");
    return field ? Number(field.value) : null;
  }

  // A finger that is down has aimed at what it sees: a change by somebody else waits until it is up again.
  let pressed = false;
  let waiting = null;

  live.addEventListener("pointerdown", () => { pressed = true; });
  for (const end of ["pointerup", "pointercancel"]) {
    window.addEventListener(end, () => {
      if (!pressed) return;
      pressed = false;
      // The click follows the pointer's end: it comes first.
      setTimeout(() => { if (!pressed && waiting !== null) showChange(waiting); }, 50);
    });
  }

  // A change by somebody else: what this phone was told about its own report stays until the next tap.
  function showChange(html) {
    waiting = pressed ? html : null;
    if (pressed) return;
    const told = answered ? notices() : [];
    show(html);
    if (!told.length) return;
    for (const box of notices()) box.remove();
    putFirst(told);
  }

  function notices() {
    return [...live.querySelectorAll(":scope > .notice")];
  }

  // What is offered in a notice is offered for the moment that is shown.
  function putFirst(told) {
    live.prepend(...told);
    for (const box of told) for (const field of box.querySelectorAll("input[name=number]")) field.value = String(number);
  }

  // ---- Forms and links

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-enhance]");
    if (!form || event.defaultPrevented) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    body.delete("csrf_token");
    const action = form.getAttribute("action") || location.pathname;
    if (body.has("submission") && (body.has("entry") || /\/(undo|redo)$/.test(action.split("?")[0]))) {
      report(action, body, event.submitter);
    } else {
      // Of several answers on their way only that to the last tap counts: an older one would take back what was typed.
      const mine = ++asked;
      send(action, body).then((response) => (mine === asked ? answer(response) : null), () => showSign("offline"));
    }
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-enhance]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    answered = false;
    taps += 1;
    etag = ""; // what is shown may have come another way since the part with this tag
    wish = new URL(link.href).search;
    // Without a network the page stays: a tap must not lead to the browser's own error.
    fetchLive().catch(() => { wish = ""; showSign(navigator.onLine ? "again" : "offline"); });
  });

  function send(action, body) {
    const headers = { ...WITH_LIVE, "X-CSRFToken": token };
    return fetch(action, { method: "POST", headers, body, credentials: "same-origin" });
  }

  // `told` are the answers to reports sent before this one: if one of several was not taken, its reasons stay in view.
  async function answer(response, tapsThen = taps, told = []) {
    if (response.redirected) { location.href = response.url; return; }
    const html = await response.text();
    // What was tapped after the report that is answered here is shown with what the report has changed.
    if (response.ok && taps !== tapsThen && !html.includes('class="notice"')) return fetchLive();
    if ([200, 409, 422].includes(response.status)) {
      wish = "";
      const before = news()?.textContent;
      show(html);
      putFirst(told);
      answered = notices().length > 0;
      // What a tap brought about must be seen, however far down its card stood.
      if (news()?.textContent !== before) news()?.scrollIntoView({ block: "nearest" });
    } else {
      tell(html);
    }
  }

  function news() {
    return live.querySelector(".notice, .verdict, .round-end, .verdict-of-game");
  }

  // An answer that is a page of its own (not allowed, not there any more): its words are shown here.
  function tell(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const box = notice("bad", page.querySelector("h1")?.textContent ?? "", page.querySelector("main p")?.textContent ?? "");
    for (const old of notices()) old.remove();
    live.prepend(box);
    drawn = null;
    answered = true;
  }

  function notice(kind, title, text) {
    const box = document.createElement("section");
    box.className = "notice";
    box.dataset.kind = kind;
    box.setAttribute("role", kind === "bad" ? "alert" : "status");
    const head = box.appendChild(document.createElement("p"));
    head.className = "notice-title";
    head.textContent = title;
    if (text) box.appendChild(document.createElement("p")).textContent = text;
    return box;
  }

  // ---- Reports: each is kept on this phone until it is answered, and sent in the order of the taps

  const KEY = `companion:unsent:${base}`;
  let memory = [];
  let sending = false;
  let retry = 0;
  let timer = null;

  function unsent() {
    try { return JSON.parse(localStorage.getItem(KEY) ?? "[]"); } catch { return memory; }
  }

  function keep(items) {
    memory = items;
    try {
      if (items.length) localStorage.setItem(KEY, JSON.stringify(items)); else localStorage.removeItem(KEY);
    } catch { /* a private window keeps nothing; memory has it until the page is closed */ }
  }

  function report(action, body, button) {
    const items = unsent();
    body.set("submission", newId());
    const said = (button?.getAttribute("aria-label") || button?.textContent || "").trim().replace(/\s+/g, " ");
    const item = { action, body: body.toString(), number: Number(body.get("number")), said };
    // A second tap on the same card while the first is on its way is the same report.
    if (items.some((it) => it.action === action && sameEntry(it.body, item.body))) return;
    answered = false;
    keep([...items, item]);
    button?.setAttribute("aria-busy", "true");
    sendUnsent();
  }

  function sameEntry(one, other) {
    const a = new URLSearchParams(one), b = new URLSearchParams(other);
    for (const params of [a, b]) { params.delete("submission"); params.delete("number"); }
    return a.toString() === b.toString();
  }

  function newId() {
    // crypto.randomUUID exists in secure contexts only, and a table's network is plain http.
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  async function sendUnsent() {
    if (sending) return;
    sending = true;
    clearTimeout(timer);
    let told = [];
    try {
      for (let item = unsent()[0]; item; item = unsent()[0]) {
        const slow = setTimeout(showUnsent, 600);
        const tapsThen = taps;
        let response;
        try { response = await send(item.action, new URLSearchParams(item.body)); } finally { clearTimeout(slow); }
        if (response.status >= 500 || response.status === 429) throw new Error("busy");
        const listed = !document.getElementById("unsent")?.hidden;
        await answer(response, tapsThen, told);
        if (response.status === 422 && listed) sayWhich(item);
        if (!response.ok) told = notices();
        done(item, response.ok ? number : item.number);
        retry = 0;
      }
      showUnsent();
    } catch {
      showUnsent();
      showSign(navigator.onLine ? "again" : "offline");
      timer = setTimeout(sendUnsent, backoff(retry++));
    } finally {
      sending = false;
    }
  }

  // Why an entry cannot be is told without saying which, as if it had been tapped just now.
  function sayWhich(item) {
    const which = document.createElement("p");
    which.textContent = item.said;
    notices().at(-1)?.querySelector(".notice-title")?.after(which);
  }

  // What this phone tapped next, it tapped knowing its own entry: the number goes on with it, unless others were quicker.
  function done(item, after) {
    const rest = unsent().filter((it) => it.body !== item.body);
    if (after === item.number + 1) {
      for (const it of rest) {
        if (it.number !== item.number) continue;
        const body = new URLSearchParams(it.body);
        body.set("number", String(after));
        it.number = after;
        it.body = body.toString();
      }
    }
    keep(rest);
  }

  // The list of what is not sent yet stands outside of the board, and survives it.
  function showUnsent() {
    const box = document.getElementById("unsent");
    if (!box) return;
    const items = unsent();
    box.hidden = items.length === 0;
    box.replaceChildren();
    if (!items.length) return;
    const list = notice("warn", words.unsent ?? "", "");
    const ul = list.appendChild(document.createElement("ul"));
    for (const item of items) {
      const li = ul.appendChild(document.createElement("li"));
      li.textContent = `${item.said} `;
      const drop = li.appendChild(document.createElement("button"));
      drop.type = "button";
      drop.className = "quiet";
      drop.textContent = words.drop ?? "×";
      drop.addEventListener("click", () => { keep(unsent().filter((it) => it.body !== item.body)); showUnsent(); });
    }
    box.append(list);
  }

  function backoff(tries) {
    return Math.min(30000, 1000 * 2 ** Math.min(tries, 5)) * (0.5 + Math.random() / 2);
  }

  // ---- The stream, and asking where there is none

  let stream = null;
  let tag = "";
  let failures = 0;
  let polling = null;
  let reconnect = null;
  let silence = null;

  function open() {
    if (!follows || stream || document.hidden) return;
    if (!window.EventSource) { poll(); return; }
    const address = new URL(follows, location.href);
    if (tag) address.searchParams.set("shown", tag);
    stream = new EventSource(address);
    // A proxy that holds events back never says hello: ask instead, and try the stream again later.
    silence = setTimeout(() => { failures += 2; lost(); }, 6000);
    stream.addEventListener("hello", () => {
      clearTimeout(silence);
      failures = 0;
      stopPolling();
      showSign("connected");
      sendUnsent();
    });
    stream.addEventListener("board", (event) => {
      tag = event.lastEventId;
      changed(Number.parseInt(tag, 10), event.data);
    });
    stream.addEventListener("closing", () => lost());
    stream.addEventListener("revoked", () => { close(); location.reload(); });
    stream.addEventListener("error", () => { failures += 1; lost(); });
  }

  function changed(row, html) {
    if (wish) { fetchLive().catch(() => {}); return; }
    // An event that was on its way while this phone's own report was answered is older than what is shown.
    if (row < number || (row === number && (answered || fresh))) { fresh = false; return; }
    fresh = false;
    showChange(html);
  }

  function close() {
    clearTimeout(silence);
    clearTimeout(reconnect);
    stream?.close();
    stream = null;
  }

  function lost() {
    close();
    showSign(navigator.onLine ? "again" : "offline");
    if (document.hidden) return;
    if (failures >= 3) poll();
    reconnect = setTimeout(open, backoff(failures));
  }

  let etag = "";

  async function fetchLive() {
    const address = new URL(`${base}/live${wish}`, location.href);
    const view = follows && new URL(follows, location.href).searchParams.get("view");
    if (view) address.searchParams.set("view", view);
    const headers = etag ? { ...WITH_LIVE, "If-None-Match": etag } : WITH_LIVE;
    const response = await fetch(address, { headers, credentials: "same-origin", cache: "no-store" });
    if (response.status === 304) return;
    if (response.status === 404) { location.reload(); return; }
    if (!response.ok) throw new Error("busy");
    etag = response.headers.get("ETag") ?? "";
    showChange(await response.text());
  }

  function poll() {
    if (polling) return;
    const ask = () => {
      if (document.hidden) return;
      fetchLive().then(() => { showSign("connected"); sendUnsent(); }, () => showSign(navigator.onLine ? "again" : "offline"));
    };
    polling = setInterval(ask, 3000);
    ask();
  }

  function stopPolling() {
    clearInterval(polling);
    polling = null;
    etag = "";
  }

  // ---- The small sign, and calling the one whose turn it is

  let state = "";

  function showSign(now = state) {
    state = now;
    for (const sign of document.querySelectorAll("[data-link-sign]")) {
      sign.dataset.state = state;
      sign.textContent = words[state] ?? "";
    }
  }

  let mine = Boolean(live.querySelector("[data-your-turn]"));

  function callMe() {
    const before = mine;
    mine = Boolean(live.querySelector("[data-your-turn]"));
    if (!mine || before) return;
    if (wants("vibrate")) navigator.vibrate?.(120);
    if (wants("sound")) beep();
  }

  function wants(what) {
    try { return localStorage.getItem(`companion:${what}`) === "1"; } catch { return false; }
  }

  let sound = null;

  function beep() {
    try {
      sound ??= new AudioContext();
      const tone = sound.createOscillator(), loudness = sound.createGain();
      tone.frequency.value = 660;
      loudness.gain.setValueAtTime(0.15, sound.currentTime);
      loudness.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.4);
      tone.connect(loudness).connect(sound.destination);
      tone.start();
      tone.stop(sound.currentTime + 0.4);
    } catch { /* a phone without sound */ }
  }

  for (const box of document.querySelectorAll("[data-call]")) {
    box.checked = wants(box.dataset.call);
    box.addEventListener("change", () => {
      try { localStorage.setItem(`companion:${box.dataset.call}`, box.checked ? "1" : "0"); } catch { /* not kept */ }
      // A browser lets a page sound only after a tap: this is one, and shows what to expect.
      if (box.checked && box.dataset.call === "sound") beep();
      if (box.checked && box.dataset.call === "vibrate") navigator.vibrate?.(120);
    });
  }

  // ---- Sleep and return

  function back() {
    if (document.hidden) { close(); return; }
    failures = 0;
    open();
    sendUnsent();
  }

  document.addEventListener("visibilitychange", back);
  window.addEventListener("pageshow", back);
  window.addEventListener("pagehide", close);
  window.addEventListener("online", () => { retry = 0; close(); back(); });
  window.addEventListener("offline", () => { close(); showSign("offline"); });

  showUnsent();
  back();
})();
