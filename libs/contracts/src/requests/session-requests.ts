import { Type } from 'class-transformer';
import { IsInt, IsNotEmpty, IsObject, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { RUN_ID, SESSION_ID } from '../ids.js';
import { WithUser } from './with-user.js';

/** `POST /sessions`. */
export class CreateSessionRequest extends WithUser {
  @IsOptional()
  @Matches(SESSION_ID)
  session_id?: string;

  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(128)
  agent_id?: string;

  @IsOptional()
  @IsString()
  @MaxLength(512)
  title?: string;

  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(256)
  matter_id?: string;

  @IsOptional()
  @IsObject()
  metadata?: Record<string, unknown>;
}

/** `POST /sessions/{id}/abort`. */
export class AbortRequest extends WithUser {
  @IsOptional()
  @Matches(RUN_ID)
  run_id?: string;
}

/** The query of a list. */
export class ListQuery extends WithUser {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 20;

  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(256)
  cursor?: string;
}

/** The query of `GET …/stream`. */
export class StreamQuery extends WithUser {
  @IsOptional()
  @Matches(RUN_ID)
  run_id?: string;
}

/** The query of the calls that have none of their own. */
export class UserQuery extends WithUser {}
