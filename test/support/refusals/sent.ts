import type { BrokenRequest, Lesson } from "./broken-request.ts";
import { as } from "./world.ts";

/** What a mistake must teach besides status and place. */
type More = Omit<Lesson, "status" | "at">;

/** A mistake that a user makes in the body of a request. */
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
