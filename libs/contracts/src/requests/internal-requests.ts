import { Type } from 'class-transformer';
import {
  IsDefined,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { RUN_ID } from '../ids.js';
import { MAX_MESSAGE_LENGTH } from './chat-request.js';
import { UserResponseRequest } from './resume-request.js';

export class InternalUser {
  @IsString()
  @IsNotEmpty()
  @MaxLength(256)
  id!: string;

  @IsString()
  @IsNotEmpty()
  @MaxLength(256)
  tenant_id!: string;
}

/** What both internal streams take: a turn the caller started (`run_id` and `epoch`), or one to be started here (neither). */
class InternalRun {
  @IsString()
  @IsNotEmpty()
  thread_id!: string;

  @IsOptional()
  @Matches(RUN_ID)
  run_id?: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  epoch?: number;
}

/** `POST …/agent/execute/stream`. */
export class ExecuteRequest extends InternalRun {
  @IsString()
  @IsNotEmpty()
  agent_id!: string;

  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_MESSAGE_LENGTH)
  message!: string;

  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => InternalUser)
  user!: InternalUser;
}

/** `POST …/agent/resume/stream`. */
export class InternalResumeRequest extends InternalRun {
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  card_id?: string;

  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => UserResponseRequest)
  user_response!: UserResponseRequest;
}

/** `POST …/agent/cancel`. */
export class CancelRequest {
  @Matches(RUN_ID)
  run_id!: string;
}
