/** Whether the house has got newer pages than the one that is shown. */

async function edition(): Promise<string | null> {
  try {
    const answer = await fetch(location.pathname, { cache: "no-store" });
    return answer.ok ? answer.headers.get("etag") : null;
  } catch {
    return null;
  }
}

/** Remember which pages these are; the answer asks whether the floor has others by now. */
export function newerPages(): () => Promise<boolean> {
  const first = edition();
  return async () => {
    const [shown, now] = [await first, await edition()];
    return shown !== null && now !== null && shown !== now;
  };
}
