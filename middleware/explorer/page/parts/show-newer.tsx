import type { SteadyEnd } from "../base/steady.ts";

interface ShowNewerProps {
  readonly of: SteadyEnd;
  /** Text about the newer content. */
  readonly children: string;
}

/** Button that appears when a list has newer content, and shows it. */
export const ShowNewer = ({ of, children }: ShowNewerProps) =>
  of.waits ? (
    <button type="button" class="pill" onClick={of.show}>
      {children}: show
    </button>
  ) : null;
