/**
 * Gets the key set (RFC 7517) of an identity provider as JSON. Its content is checked afterwards;
 * rejecting makes the tokens that need it invalid. The signal aborts when it takes too long.
 */
export type FetchKeySet = (url: string, signal: AbortSignal) => Promise<unknown>;

/** Far above any real key set. */
const maxBytes = 256 * 1024;

/**
 * Gets a key set over HTTP, also from where it redirects to. Rejects for every other status than those
 * of success, for more than 256 KiB and for what is not JSON.
 */
export const fetchKeySet: FetchKeySet = async (url, signal) => {
  const response = await fetch(url, {
    signal,
    headers: { Accept: "application/json" },
  });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new TypeError(`${url} answers ${response.status}.`);
  }
  return JSON.parse(await limitedText(response.body)) as unknown;
};

const limitedText = async (body: ReadableStream<Uint8Array>): Promise<string> => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let length = 0;
  // Leaving the loop early cancels the body.
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new RangeError("The key set is too large.");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
};
