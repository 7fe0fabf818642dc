/**
 * Fetches the key set (RFC 7517) of an identity provider as JSON. The caller validates the content;
 * a rejection makes the tokens that need the key set invalid. The signal aborts at the timeout.
 */
export type FetchKeySet = (url: string, signal: AbortSignal) => Promise<unknown>;

/** Maximum length of a key set, in bytes. Real key sets are much shorter. */
const maxBytes = 256 * 1024;

/**
 * Fetches a key set over HTTP, following redirects. Rejects for a status other than 2xx, for more
 * than 256 KiB and for content that is not JSON.
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
  return JSON.parse(await readLimitedText(response.body)) as unknown;
};

const readLimitedText = async (body: ReadableStream<Uint8Array>): Promise<string> => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let length = 0;
  // Throwing out of the loop cancels the body.
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new RangeError("The key set is too large.");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
};
