import type { BrokenRequest, ExpectedExplanation } from "./broken-request.ts";
import { as } from "./world.ts";

/** What the error must explain besides status and path. */
type More = Omit<ExpectedExplanation, "status" | "at">;

/** A user's request with a mistake in its body. */
type Posted = (
  mistake: string,
  body: unknown,
  status: number,
  at: string,
  more?: More,
) => BrokenRequest;

/** Requests of a user to one path. */
export const posting =
  (user: string, path: string, method = "POST"): Posted =>
  (mistake, body, status, at, more = {}) => ({
    mistake,
    method,
    path,
    headers: as(user),
    body,
    teaches: { status, at, ...more },
  });

/** A request of a user without a body. */
export const asking =
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
