import type { BrokenRequest, ExpectedExplanation } from "./broken-request.ts";
import { as } from "./world.ts";

/** What the error must explain besides status and path. */
type More = Omit<ExpectedExplanation, "status" | "at">;

/** Builds a user's request with a mistake in its body. */
type BrokenPost = (
  mistake: string,
  body: unknown,
  status: number,
  at: string,
  more?: More,
) => BrokenRequest;

/** Returns a function that builds broken requests of a user to one path. */
export const brokenPosts =
  (user: string, path: string, method = "POST"): BrokenPost =>
  (mistake, body, status, at, more = {}) => ({
    mistake,
    method,
    path,
    headers: as(user),
    body,
    teaches: { status, at, ...more },
  });

/** Returns a function that builds broken requests that a user sends without a body. */
export const brokenGets =
  (user: string) =>
  (
    mistake: string,
    [method, path]: readonly [method: string, path: string],
    status: number,
    at: string,
    more: More = {},
  ): BrokenRequest => ({
    mistake,
    method,
    path,
    headers: as(user),
    teaches: { status, at, ...more },
  });
