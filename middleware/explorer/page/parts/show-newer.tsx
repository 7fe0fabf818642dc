import type { SteadyEnd } from "../base/steady.ts";

interface ShowNewerProps {
  readonly of: SteadyEnd;
  /** What has happened meanwhile. */
  readonly children: string;
}

/** Tells that a list has moved on below who reads it, and moves there when it is pressed. */
export const ShowNewer = ({ of, children }: ShowNewerProps) =>
  of.waits ? (
    <button type="button" class="pill" onClick={of.show}>
      {children}: show
    </button>
  ) : null;
