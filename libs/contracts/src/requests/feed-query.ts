import { IsOptional, Matches } from 'class-validator';
import { SESSION_ID } from '../ids.js';
import { WithUser } from './with-user.js';

/** The query of `GET /feed`. */
export class FeedQuery extends WithUser {
  @IsOptional()
  @Matches(SESSION_ID)
  session_id?: string;
}
