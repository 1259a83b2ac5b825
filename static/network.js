// Requests to our own server. Any other response, such as the login page of a hotel's network, lacks our header and is
// ignored.

const TIMEOUT = 15000; // milliseconds: behind a proxy that has stopped, a request would wait forever
const token = document.querySelector("meta[name=csrf-token]")?.content ?? "";

/** Returns our server's response to a form as { status, html, tag, url }, `url` if it led to another page, or throws. */
export function post(action, body) {
  return request(action, { method: "POST", body, headers: { "X-CSRFToken": token } });
}

/** Returns the response to a request for a part of a page, with status 304 if its ETag is still `tag`, or throws. */
export function get(url, tag = "") {
  return request(url, { cache: "no-store", headers: tag ? { "If-None-Match": tag } : {} });
}

async function request(resource, { headers, ...options }) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT);
  try {
    const response = await fetch(resource, {
      ...options, credentials: "same-origin", signal: abort.signal, headers: { "X-Companion-Fragment": "1", ...headers },
    });
    if (response.headers.get("X-Companion") !== "1") throw new Error("not our response");
    const { status, redirected, url } = response;
    return { status, html: await response.text(), tag: response.headers.get("ETag") ?? "", url: redirected ? url : "" };
  } finally {
    clearTimeout(timer);
  }
}
