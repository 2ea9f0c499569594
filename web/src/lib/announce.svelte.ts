/** What a screen reader says aloud, politely and in order. */

class Announcer {
  text = $state("");

  /** Say something; several sentences at once are said together. */
  say(...sentences: string[]): void {
    const said = sentences.filter(Boolean).join(" ");
    // A no-break space at the end makes the same sentence twice two announcements.
    if (said) this.text = said === this.text ? `${said}\u00a0` : said;
  }
}

export const announcer = new Announcer();
