import { encodeBase64 } from "../../../base/values/base64.ts";
import { countStepsForBytes } from "../wire/count-steps-for-bytes.ts";

/**
 * Number of bytes to encode at once, which takes a few milliseconds. A multiple of three, so that
 * the encoded pieces can be joined without padding in between.
 */
const bytesAtOnce = 3 * 2 ** 15;

/**
 * Returns the bytes in base64. A generator, so that other work can run in between: after each
 * piece, yields the number of steps that it took.
 */
export function* encodeBase64InSteps(bytes: Uint8Array): Generator<number, string> {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += bytesAtOnce) {
    const piece = bytes.subarray(at, at + bytesAtOnce);
    pieces.push(encodeBase64(piece));
    yield countStepsForBytes(piece.length);
  }
  return pieces.join("");
}
