/** The school as the floor hands it out: courses, lessons and their questions. */

import { get, post } from "../lib/api/client";
import type { components } from "../lib/api/schema";
import type { TableView } from "../lib/api/types";

type Schemas = components["schemas"];

export type CourseLine = Schemas["CourseLine"];
export type Course = Schemas["Course"];
export type Entry = Schemas["LessonEntry"];

/** An answer to choose, and what the book has to say of it. */
export type Possible = Schemas["Possible"];

/** Something asked before a line is gone on to: one of several answers, or an amount in cents. */
export type Question = Omit<Schemas["Question"], "view" | "answers" | "under"> & {
  answers: (Omit<Possible, "under"> & { under: string[] })[];
  under: string[];
  view: TableView | null;
};

/** One line of a script: what came of it, and the table after it. */
export type Step = Omit<Schemas["LessonStep"], "view" | "questions" | "under" | "said"> & {
  said: { event: string; sentence: string; under: string[] }[];
  under: string[];
  questions: Question[];
  view: TableView;
};

export type Lesson = Omit<Schemas["Lesson"], "steps"> & { steps: Step[] };

/** A winning wager and what the table pays on it, in cents. */
export type Payout = Schemas["Payout"];
export type Drill = Schemas["Drill"];

interface Sent extends Omit<Lesson, "steps"> {
  steps: (Omit<Step, "view"> & { view: TableView | null })[];
}

interface Own {
  lessons: Lesson[];
  /** Where the script cannot be read, and why. */
  trouble: string;
  line: number;
}

/** A lesson with a view at every step; the floor sends none where the table looks as it did. */
function whole(sent: Sent): Lesson {
  let seen: TableView | null = null;
  const steps = sent.steps.flatMap((step) => {
    seen = step.view ?? seen;
    return seen ? [{ ...step, view: seen }] : [];
  });
  return { ...sent, steps };
}

export const school = {
  courses: () => get<CourseLine[]>("/api/training"),
  course: (game: string) => get<Course>(`/api/training/${game}`),
  lesson: async (game: string, lesson: string, number: number) =>
    whole(await get<Sent>(`/api/training/${game}/lessons/${encodeURIComponent(lesson)}?number=${number}`)),
  /** Payouts by the pay tables of a game, or of one of the floor's tables; another seed asks for others. */
  drill: (game: string, like: string, seed: string) =>
    get<Drill>(`/api/training/${game}/drill?${new URLSearchParams({ seed, like })}`),
  own: async (text: string): Promise<Own> => {
    const { lessons = [], trouble = "", line = 0 } = await post<Partial<Omit<Own, "lessons">> & { lessons?: Sent[] }>(
      "/api/training/lessons",
      { text },
    );
    return { lessons: lessons.map(whole), trouble, line };
  },
};
