import { encodeBase64 } from "../../../base/values/base64.ts";
import { stepsOfBytes } from "../wire/steps-of-bytes.ts";

/**
 * Number of bytes in one step, which takes some milliseconds. A multiple of three, so that the
 * pieces can be concatenated.
 */
const bytesAtOnce = 3 * 2 ** 15;

/** Returns the bytes in base64, in pieces. Yields the number of steps that each piece took. */
export function* encodingBase64(bytes: Uint8Array): Generator<number, string> {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += bytesAtOnce) {
    const piece = bytes.subarray(at, at + bytesAtOnce);
    pieces.push(encodeBase64(piece));
    yield stepsOfBytes(piece.length);
  }
  return pieces.join("");
}
