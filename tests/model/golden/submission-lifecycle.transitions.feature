Feature: Submission lifecycle
  The way of one submission from the choice of a file to the signed-off record.

  @path-0d35001c @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.4
  Scenario: A first upload in Wales (01), 20 steps to "Quality processing complete" (0d35001c)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When the provider's user with the sign-off role chooses a well-formed XML file on the Upload page and presses "Upload file"
    Then the submission's status is "Uploading"
    When another submission of the provider takes the place of this one as the latest
    Then the submission's status is still "Uploading"
    And it is no longer the latest submission of the provider
    When the whole file has arrived in the store
    Then the submission's status is "Uploaded"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When a worker begins with provisioning
    Then the submission's status is "Provisioning"
    When a Bedel administrator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Re-process" and confirms
    Then the submission's status is still "Provisioning"
    And the copy has the status "Provisioning"
    When another submission of the provider takes the place of this one as the latest
    Then the submission's status is still "Provisioning"
    And it is no longer the latest submission of the provider
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the worker finishes the right-to-process check
    Then the submission's status is "Right to process check passed"
    When a worker begins with enrichment
    Then the submission's status is "Enrichment"
    When the worker finishes enrichment
    Then the submission's status is "Enrichment performed"
    When a worker begins with the quality rules
    Then the submission's status is "Quality rules"
    When the worker finishes the quality rules
    Then the submission's status is "Quality reports generated"
    When a worker begins with the credibility reports
    Then the submission's status is "Credibility reports"
    When the worker finishes the credibility reports
    Then the submission's status is "Credibility reports generated"
    When a worker begins with the additional collection reports
    Then the submission's status is "Generating additional collection reports"
    When the worker finishes the additional collection reports
    Then the submission's status is "Additional collection reports generated"
    When nothing is left to process
    Then the submission's status is "Quality processing complete"
    And the provider's view of the submission leads to "Quality Assurance"
    And the submission awaits "Provider"

  @path-ed20e1a4 @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.3 @spec-2§4.4
  Scenario: A first upload in Wales (01), 4 steps to "Provisioning error" (ed20e1a4)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When a Bedel administrator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Create nil return" and confirms
    Then the submission's status is "Nil return"
    And the submission awaits nobody
    When a Bedel administrator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Withdraw nil return" and confirms
    Then the submission's status is "Unknown"
    And the submission awaits "Provider"
    And it is no longer the latest submission of the provider
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When provisioning cannot be carried out, by a fault of the system that stays after three more tries
    Then the submission's status is "Provisioning error"
    And the submission awaits "Bedel"

  @path-616bfa96 @spec-1§4-submission-status-catalogue @spec-2§4.1
  Scenario: A first upload in Wales (01), 2 steps to "Upload error" (616bfa96)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When the provider's user with the sign-off role chooses a well-formed XML file on the Upload page and presses "Upload file"
    Then the submission's status is "Uploading"
    When the file breaks off on its way to the store
    Then the submission's status is "Upload error"

  @path-db601e30 @spec-1§4-submission-status-catalogue @spec-2§4.1
  Scenario: A first upload in Wales (01), 2 steps to "Upload error" (db601e30)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When the provider's user with the sign-off role chooses a well-formed XML file on the Upload page and presses "Upload file"
    Then the submission's status is "Uploading"
    When the time for the upload runs out before the file has arrived
    Then the submission's status is "Upload error"

  @path-8beca2ae @spec-1§4-submission-status-catalogue @spec-2§4.1
  Scenario: A first upload in Wales (01), 2 steps to "Upload error" (8beca2ae)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When the provider's user with the sign-off role chooses a well-formed XML file on the Upload page and presses "Upload file"
    Then the submission's status is "Uploading"
    When the provider's user with the sign-off role presses "Cancel" while the file is being sent
    Then the submission's status is "Upload error"

  @path-42af4758 @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.4
  Scenario: A first upload in Wales (01), 8 steps to "Schema check failed" (42af4758)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When the provider's user with the sign-off role chooses a well-formed XML file on the Upload page and presses "Upload file"
    Then the submission's status is "Uploading"
    When the whole file has arrived in the store
    Then the submission's status is "Uploaded"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When a Bedel administrator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Re-process" and confirms
    Then the submission's status is still "Uploaded"
    And the copy has the status "Provisioning"
    When another submission of the provider takes the place of this one as the latest
    Then the submission's status is still "Uploaded"
    And it is no longer the latest submission of the provider
    When a worker begins with provisioning
    Then the submission's status is "Provisioning"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the schema check finds the file at fault
    Then the submission's status is "Schema check failed"
    And the submission awaits "Provider"

  @path-2778a7d7 @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.4
  Scenario: A first upload in Wales (01), 4 steps to "Schema check error" (2778a7d7)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the schema check cannot be carried out, by a fault of the system that stays after three more tries
    Then the submission's status is "Schema check error"
    And the submission awaits "Bedel"

  @path-b43e74b1 @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.4
  Scenario: A first upload in Wales (01), 6 steps to "Right to process check failed" (b43e74b1)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the right-to-process check finds the file at fault
    Then the submission's status is "Right to process check failed"
    And the submission awaits "Provider"

  @path-15e767e7 @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.4
  Scenario: A first upload in Wales (01), 6 steps to "Right to process check error" (15e767e7)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the right-to-process check cannot be carried out, by a fault of the system that stays after three more tries
    Then the submission's status is "Right to process check error"
    And the submission awaits "Bedel"

  @path-e47e1815 @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.4
  Scenario: A first upload in Wales (01), 8 steps to "Enrichment error" (e47e1815)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the worker finishes the right-to-process check
    Then the submission's status is "Right to process check passed"
    When a worker begins with enrichment
    Then the submission's status is "Enrichment"
    When enrichment cannot be carried out, by a fault of the system that stays after three more tries
    Then the submission's status is "Enrichment error"
    And the submission awaits "Bedel"

  @path-095ce5ec @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.4
  Scenario: A first upload in Wales (01), 8 steps to "Processing error" (095ce5ec)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the worker finishes the right-to-process check
    Then the submission's status is "Right to process check passed"
    When a worker begins with enrichment
    Then the submission's status is "Enrichment"
    When the records of the file cannot be saved, also after three more tries
    Then the submission's status is "Processing error"
    And the submission awaits "Bedel"

  @path-9f673595 @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.4
  Scenario: A first upload in Wales (01), 12 steps to "Quality rules error" (9f673595)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the worker finishes the right-to-process check
    Then the submission's status is "Right to process check passed"
    When a worker begins with enrichment
    Then the submission's status is "Enrichment"
    When the worker finishes enrichment
    Then the submission's status is "Enrichment performed"
    When a worker begins with the quality rules
    Then the submission's status is "Quality rules"
    When a Bedel administrator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Re-process" and confirms
    Then the submission's status is still "Quality rules"
    And the copy has the status "Provisioning"
    When another submission of the provider takes the place of this one as the latest
    Then the submission's status is still "Quality rules"
    And it is no longer the latest submission of the provider
    When the quality rules cannot be carried out, by a fault of the system that stays after three more tries
    Then the submission's status is "Quality rules error"
    And the submission awaits "Bedel"

  @path-7306b52d @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.4
  Scenario: A first upload in Wales (01), 12 steps to "Credibility reports error" (7306b52d)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the worker finishes the right-to-process check
    Then the submission's status is "Right to process check passed"
    When a worker begins with enrichment
    Then the submission's status is "Enrichment"
    When the worker finishes enrichment
    Then the submission's status is "Enrichment performed"
    When a worker begins with the quality rules
    Then the submission's status is "Quality rules"
    When the worker finishes the quality rules
    Then the submission's status is "Quality reports generated"
    When a worker begins with the credibility reports
    Then the submission's status is "Credibility reports"
    When the credibility reports cannot be carried out, by a fault of the system that stays after three more tries
    Then the submission's status is "Credibility reports error"
    And the submission awaits "Bedel"

  @path-4736403f @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.4
  Scenario: A first upload in Wales (01), 14 steps to "Additional collection reports generation error" (4736403f)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the worker finishes the right-to-process check
    Then the submission's status is "Right to process check passed"
    When a worker begins with enrichment
    Then the submission's status is "Enrichment"
    When the worker finishes enrichment
    Then the submission's status is "Enrichment performed"
    When a worker begins with the quality rules
    Then the submission's status is "Quality rules"
    When the worker finishes the quality rules
    Then the submission's status is "Quality reports generated"
    When a worker begins with the credibility reports
    Then the submission's status is "Credibility reports"
    When the worker finishes the credibility reports
    Then the submission's status is "Credibility reports generated"
    When a worker begins with the additional collection reports
    Then the submission's status is "Generating additional collection reports"
    When the additional collection reports cannot be carried out, by a fault of the system that stays after three more tries
    Then the submission's status is "Additional collection reports generation error"
    And the submission awaits "Bedel"

  @path-cf958f80 @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.3 @spec-2§4.4
  Scenario: A first upload in Wales (01), 17 steps to "Awaiting Bedel approval" (cf958f80)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the worker finishes the right-to-process check
    Then the submission's status is "Right to process check passed"
    When a worker begins with enrichment
    Then the submission's status is "Enrichment"
    When the worker finishes enrichment
    Then the submission's status is "Enrichment performed"
    When a worker begins with the quality rules
    Then the submission's status is "Quality rules"
    When the worker finishes the quality rules
    Then the submission's status is "Quality reports generated"
    When a worker begins with the credibility reports
    Then the submission's status is "Credibility reports"
    When the worker finishes the credibility reports
    Then the submission's status is "Credibility reports generated"
    When a worker begins with the additional collection reports
    Then the submission's status is "Generating additional collection reports"
    When the worker finishes the additional collection reports
    Then the submission's status is "Additional collection reports generated"
    When nothing is left to process
    Then the submission's status is "Quality processing complete"
    And the provider's view of the submission leads to "Quality Assurance"
    And the submission awaits "Provider"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel approval"
    And the provider's view of the submission leads to "Approval"
    And the submission awaits "Bedel"
    When a Bedel administrator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Re-process" and confirms
    Then the submission's status is still "Awaiting Bedel approval"
    And the copy has the status "Provisioning"

  @path-5e750486 @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.3 @spec-2§4.4
  Scenario: A first upload in Wales (01), 18 steps to "Approved" (5e750486)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the worker finishes the right-to-process check
    Then the submission's status is "Right to process check passed"
    When a worker begins with enrichment
    Then the submission's status is "Enrichment"
    When the worker finishes enrichment
    Then the submission's status is "Enrichment performed"
    When a worker begins with the quality rules
    Then the submission's status is "Quality rules"
    When the worker finishes the quality rules
    Then the submission's status is "Quality reports generated"
    When a worker begins with the credibility reports
    Then the submission's status is "Credibility reports"
    When the worker finishes the credibility reports
    Then the submission's status is "Credibility reports generated"
    When a worker begins with the additional collection reports
    Then the submission's status is "Generating additional collection reports"
    When the worker finishes the additional collection reports
    Then the submission's status is "Additional collection reports generated"
    When nothing is left to process
    Then the submission's status is "Quality processing complete"
    And the provider's view of the submission leads to "Quality Assurance"
    And the submission awaits "Provider"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel approval"
    And the provider's view of the submission leads to "Approval"
    And the submission awaits "Bedel"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Approved"
    And the provider's view of the submission leads to "Sign Off"
    And the submission awaits "Provider"
    When a Bedel administrator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Re-process" and confirms
    Then the submission's status is still "Approved"
    And the copy has the status "Provisioning"

  @path-85440227 @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.3 @spec-2§4.4
  Scenario: A first upload in Wales (01), 18 steps to "Resubmission required" (85440227)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the worker finishes the right-to-process check
    Then the submission's status is "Right to process check passed"
    When a worker begins with enrichment
    Then the submission's status is "Enrichment"
    When the worker finishes enrichment
    Then the submission's status is "Enrichment performed"
    When a worker begins with the quality rules
    Then the submission's status is "Quality rules"
    When the worker finishes the quality rules
    Then the submission's status is "Quality reports generated"
    When a worker begins with the credibility reports
    Then the submission's status is "Credibility reports"
    When the worker finishes the credibility reports
    Then the submission's status is "Credibility reports generated"
    When a worker begins with the additional collection reports
    Then the submission's status is "Generating additional collection reports"
    When the worker finishes the additional collection reports
    Then the submission's status is "Additional collection reports generated"
    When nothing is left to process
    Then the submission's status is "Quality processing complete"
    And the provider's view of the submission leads to "Quality Assurance"
    And the submission awaits "Provider"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel approval"
    And the provider's view of the submission leads to "Approval"
    And the submission awaits "Bedel"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Decline", writes a note to the provider and confirms
    Then the submission's status is "Resubmission required"
    And the submission awaits "Provider"
    When a Bedel administrator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Re-process" and confirms
    Then the submission's status is still "Resubmission required"
    And the copy has the status "Provisioning"

  @path-fb818ec8 @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.3 @spec-2§4.4
  Scenario: A first upload in Wales (01), 18 steps to "Resubmission required" (fb818ec8)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the worker finishes the right-to-process check
    Then the submission's status is "Right to process check passed"
    When a worker begins with enrichment
    Then the submission's status is "Enrichment"
    When the worker finishes enrichment
    Then the submission's status is "Enrichment performed"
    When a worker begins with the quality rules
    Then the submission's status is "Quality rules"
    When the worker finishes the quality rules
    Then the submission's status is "Quality reports generated"
    When a worker begins with the credibility reports
    Then the submission's status is "Credibility reports"
    When the worker finishes the credibility reports
    Then the submission's status is "Credibility reports generated"
    When a worker begins with the additional collection reports
    Then the submission's status is "Generating additional collection reports"
    When the worker finishes the additional collection reports
    Then the submission's status is "Additional collection reports generated"
    When nothing is left to process
    Then the submission's status is "Quality processing complete"
    And the provider's view of the submission leads to "Quality Assurance"
    And the submission awaits "Provider"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel approval"
    And the provider's view of the submission leads to "Approval"
    And the submission awaits "Bedel"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Approved"
    And the provider's view of the submission leads to "Sign Off"
    And the submission awaits "Provider"
    When a Bedel administrator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Decline" and confirms
    Then the submission's status is "Resubmission required"
    And the provider's view of the submission leads to "Approval"

  @path-179cbee6 @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.3 @spec-2§4.4
  Scenario: A first upload in Wales (01), 21 steps to "History generation complete" (179cbee6)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the worker finishes the right-to-process check
    Then the submission's status is "Right to process check passed"
    When a worker begins with enrichment
    Then the submission's status is "Enrichment"
    When the worker finishes enrichment
    Then the submission's status is "Enrichment performed"
    When a worker begins with the quality rules
    Then the submission's status is "Quality rules"
    When the worker finishes the quality rules
    Then the submission's status is "Quality reports generated"
    When a worker begins with the credibility reports
    Then the submission's status is "Credibility reports"
    When the worker finishes the credibility reports
    Then the submission's status is "Credibility reports generated"
    When a worker begins with the additional collection reports
    Then the submission's status is "Generating additional collection reports"
    When the worker finishes the additional collection reports
    Then the submission's status is "Additional collection reports generated"
    When nothing is left to process
    Then the submission's status is "Quality processing complete"
    And the provider's view of the submission leads to "Quality Assurance"
    And the submission awaits "Provider"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel approval"
    And the provider's view of the submission leads to "Approval"
    And the submission awaits "Bedel"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Approved"
    And the provider's view of the submission leads to "Sign Off"
    And the submission awaits "Provider"
    When the provider's user with the sign-off role ticks the box of the terms on the Sign Off page and presses "Request sign-off"
    Then the submission's status is "Awaiting provider sign off"
    And the submission awaits "Bedel"
    When a Bedel administrator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Sign-off submission" and confirms
    Then the submission's status is "Signed off"
    And the submission awaits nobody
    When a worker begins with the history
    Then the submission's status is "Generating history"
    When the worker finishes the history
    Then the submission's status is "History generation complete"

  @path-704248c5 @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.3 @spec-2§4.4
  Scenario: A first upload in Wales (01), 22 steps to "Signed off" (704248c5)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the worker finishes the right-to-process check
    Then the submission's status is "Right to process check passed"
    When a worker begins with enrichment
    Then the submission's status is "Enrichment"
    When the worker finishes enrichment
    Then the submission's status is "Enrichment performed"
    When a worker begins with the quality rules
    Then the submission's status is "Quality rules"
    When the worker finishes the quality rules
    Then the submission's status is "Quality reports generated"
    When a worker begins with the credibility reports
    Then the submission's status is "Credibility reports"
    When the worker finishes the credibility reports
    Then the submission's status is "Credibility reports generated"
    When a worker begins with the additional collection reports
    Then the submission's status is "Generating additional collection reports"
    When the worker finishes the additional collection reports
    Then the submission's status is "Additional collection reports generated"
    When nothing is left to process
    Then the submission's status is "Quality processing complete"
    And the provider's view of the submission leads to "Quality Assurance"
    And the submission awaits "Provider"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel approval"
    And the provider's view of the submission leads to "Approval"
    And the submission awaits "Bedel"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Approved"
    And the provider's view of the submission leads to "Sign Off"
    And the submission awaits "Provider"
    When the provider's user with the sign-off role ticks the box of the terms on the Sign Off page and presses "Request sign-off"
    Then the submission's status is "Awaiting provider sign off"
    And the submission awaits "Bedel"
    When a Bedel administrator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Sign-off submission" and confirms
    Then the submission's status is "Signed off"
    And the submission awaits nobody
    When a worker begins with the history
    Then the submission's status is "Generating history"
    When the history cannot be carried out, by a fault of the system that stays after three more tries
    Then the submission's status is "History generation error"
    When a Bedel administrator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Regenerate history" and confirms
    Then the submission's status is "Signed off"

  @path-676fcfb6 @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.3 @spec-2§4.4
  Scenario: A first upload in England (01), 18 steps to "Approved" (676fcfb6)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in England with the risk code 01
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the worker finishes the right-to-process check
    Then the submission's status is "Right to process check passed"
    When a worker begins with enrichment
    Then the submission's status is "Enrichment"
    When the worker finishes enrichment
    Then the submission's status is "Enrichment performed"
    When a worker begins with the quality rules
    Then the submission's status is "Quality rules"
    When the worker finishes the quality rules
    Then the submission's status is "Quality reports generated"
    When a worker begins with the credibility reports
    Then the submission's status is "Credibility reports"
    When the worker finishes the credibility reports
    Then the submission's status is "Credibility reports generated"
    When a worker begins with the additional collection reports
    Then the submission's status is "Generating additional collection reports"
    When the worker finishes the additional collection reports
    Then the submission's status is "Additional collection reports generated"
    When nothing is left to process
    Then the submission's status is "Quality processing complete"
    And the provider's view of the submission leads to "Quality Assurance"
    And the submission awaits "Provider"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel approval"
    And the provider's view of the submission leads to "Approval"
    And the submission awaits "Bedel"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Awaiting SC approval"
    And the submission awaits "Statutory customer"
    When an analyst of the provider's regulator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Approved"
    And the provider's view of the submission leads to "Sign Off"
    And the submission awaits "Provider"

  @path-6a6d0345 @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.3 @spec-2§4.4
  Scenario: A first upload in England (01), 18 steps to "Resubmission required" (6a6d0345)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in England with the risk code 01
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the worker finishes the right-to-process check
    Then the submission's status is "Right to process check passed"
    When a worker begins with enrichment
    Then the submission's status is "Enrichment"
    When the worker finishes enrichment
    Then the submission's status is "Enrichment performed"
    When a worker begins with the quality rules
    Then the submission's status is "Quality rules"
    When the worker finishes the quality rules
    Then the submission's status is "Quality reports generated"
    When a worker begins with the credibility reports
    Then the submission's status is "Credibility reports"
    When the worker finishes the credibility reports
    Then the submission's status is "Credibility reports generated"
    When a worker begins with the additional collection reports
    Then the submission's status is "Generating additional collection reports"
    When the worker finishes the additional collection reports
    Then the submission's status is "Additional collection reports generated"
    When nothing is left to process
    Then the submission's status is "Quality processing complete"
    And the provider's view of the submission leads to "Quality Assurance"
    And the submission awaits "Provider"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel approval"
    And the provider's view of the submission leads to "Approval"
    And the submission awaits "Bedel"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Awaiting SC approval"
    And the submission awaits "Statutory customer"
    When an analyst of the provider's regulator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Decline", writes a note to the provider and confirms
    Then the submission's status is "Resubmission required"
    And the submission awaits "Provider"

  @path-216ddd90 @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.3 @spec-2§4.4
  Scenario: A first upload in England (02), 17 steps to "Awaiting Bedel approval" (216ddd90)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in England with the risk code 02
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the worker finishes the right-to-process check
    Then the submission's status is "Right to process check passed"
    When a worker begins with enrichment
    Then the submission's status is "Enrichment"
    When the worker finishes enrichment
    Then the submission's status is "Enrichment performed"
    When a worker begins with the quality rules
    Then the submission's status is "Quality rules"
    When the worker finishes the quality rules
    Then the submission's status is "Quality reports generated"
    When a worker begins with the credibility reports
    Then the submission's status is "Credibility reports"
    When the worker finishes the credibility reports
    Then the submission's status is "Credibility reports generated"
    When a worker begins with the additional collection reports
    Then the submission's status is "Generating additional collection reports"
    When the worker finishes the additional collection reports
    Then the submission's status is "Additional collection reports generated"
    When nothing is left to process
    Then the submission's status is "Quality processing complete"
    And the provider's view of the submission leads to "Quality Assurance"
    And the submission awaits "Provider"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel analyst approval"
    And the provider's view of the submission leads to "Approval"
    And the submission awaits "Bedel"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Awaiting Bedel approval"

  @path-b6d2adcb @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.3 @spec-2§4.4
  Scenario: A first upload in England (02), 17 steps to "Resubmission required" (b6d2adcb)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in England with the risk code 02
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the worker finishes the right-to-process check
    Then the submission's status is "Right to process check passed"
    When a worker begins with enrichment
    Then the submission's status is "Enrichment"
    When the worker finishes enrichment
    Then the submission's status is "Enrichment performed"
    When a worker begins with the quality rules
    Then the submission's status is "Quality rules"
    When the worker finishes the quality rules
    Then the submission's status is "Quality reports generated"
    When a worker begins with the credibility reports
    Then the submission's status is "Credibility reports"
    When the worker finishes the credibility reports
    Then the submission's status is "Credibility reports generated"
    When a worker begins with the additional collection reports
    Then the submission's status is "Generating additional collection reports"
    When the worker finishes the additional collection reports
    Then the submission's status is "Additional collection reports generated"
    When nothing is left to process
    Then the submission's status is "Quality processing complete"
    And the provider's view of the submission leads to "Quality Assurance"
    And the submission awaits "Provider"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel analyst approval"
    And the provider's view of the submission leads to "Approval"
    And the submission awaits "Bedel"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Decline", writes a note to the provider and confirms
    Then the submission's status is "Resubmission required"
    And the submission awaits "Provider"

  @path-03b21e44 @spec-1§4-collection-states @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.3 @spec-2§4.4
  Scenario: A historic amendment, 2 steps to "Resubmission required - historic amendment" (03b21e44)
    Given a collection in the state "Historic amendment" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When a Bedel administrator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Create nil return" and confirms
    Then the submission's status is "Nil return"
    And the submission awaits nobody
    When a Bedel administrator requests a historic amendment for the provider by a call of the API (there is no screen for it)
    Then the submission's status is "Resubmission required - historic amendment"
    And the provider's view of the submission leads to "Approval"
    And the submission awaits "Provider"

  @path-33be0f74 @spec-1§4-collection-states @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.3 @spec-2§4.4
  Scenario: A historic amendment, 20 steps to "Resubmission required - historic amendment" (33be0f74)
    Given a collection in the state "Historic amendment" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the worker finishes the right-to-process check
    Then the submission's status is "Right to process check passed"
    When a worker begins with enrichment
    Then the submission's status is "Enrichment"
    When the worker finishes enrichment
    Then the submission's status is "Enrichment performed"
    When a worker begins with the quality rules
    Then the submission's status is "Quality rules"
    When the worker finishes the quality rules
    Then the submission's status is "Quality reports generated"
    When a worker begins with the credibility reports
    Then the submission's status is "Credibility reports"
    When the worker finishes the credibility reports
    Then the submission's status is "Credibility reports generated"
    When a worker begins with the additional collection reports
    Then the submission's status is "Generating additional collection reports"
    When the worker finishes the additional collection reports
    Then the submission's status is "Additional collection reports generated"
    When nothing is left to process
    Then the submission's status is "Quality processing complete"
    And the provider's view of the submission leads to "Quality Assurance"
    And the submission awaits "Provider"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel approval"
    And the provider's view of the submission leads to "Approval"
    And the submission awaits "Bedel"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Approved"
    And the provider's view of the submission leads to "Sign Off"
    And the submission awaits "Provider"
    When the provider's user with the sign-off role ticks the box of the terms on the Sign Off page and presses "Request sign-off"
    Then the submission's status is "Awaiting provider sign off"
    And the submission awaits "Bedel"
    When a Bedel administrator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Sign-off submission" and confirms
    Then the submission's status is "Signed off"
    And the submission awaits nobody
    When a Bedel administrator requests a historic amendment for the provider by a call of the API (there is no screen for it)
    Then the submission's status is "Resubmission required - historic amendment"
    And the provider's view of the submission leads to "Approval"
    And the submission awaits "Provider"

  @path-beba6803 @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.3 @spec-2§4.4
  Scenario: A form that is returned at once, 19 steps to "Awaiting provider sign off" (beba6803)
    Given a collection in the state "Open" whose reference period has ended
    And a provider in Wales with the risk code 01
    And the provider has no submission in the collection yet
    When Bedel re-processes an earlier submission, and this submission is the copy
    Then the submission's status is "Provisioning"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the worker finishes the right-to-process check
    Then the submission's status is "Right to process check passed"
    When a worker begins with enrichment
    Then the submission's status is "Enrichment"
    When the worker finishes enrichment
    Then the submission's status is "Enrichment performed"
    When a worker begins with the quality rules
    Then the submission's status is "Quality rules"
    When the worker finishes the quality rules
    Then the submission's status is "Quality reports generated"
    When a worker begins with the credibility reports
    Then the submission's status is "Credibility reports"
    When the worker finishes the credibility reports
    Then the submission's status is "Credibility reports generated"
    When a worker begins with the additional collection reports
    Then the submission's status is "Generating additional collection reports"
    When the worker finishes the additional collection reports
    Then the submission's status is "Additional collection reports generated"
    When nothing is left to process
    Then the submission's status is "Quality processing complete"
    And the provider's view of the submission leads to "Quality Assurance"
    And the submission awaits "Provider"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel approval"
    And the provider's view of the submission leads to "Approval"
    And the submission awaits "Bedel"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Approved"
    And the provider's view of the submission leads to "Sign Off"
    And the submission awaits "Provider"
    When the provider's user with the sign-off role ticks the box of the terms on the Sign Off page and presses "Request sign-off"
    Then the submission's status is "Awaiting provider sign off"
    And the submission awaits "Bedel"
    When a Bedel administrator chooses "Ask for another form" on the Sign Off page, writes a note and confirms
    Then the submission's status is still "Awaiting provider sign off"

  @path-6bd75fa9 @spec-1§4-collection-states @spec-1§4-submission-status-catalogue @spec-2§4.1 @spec-2§4.4
  Scenario: Online validation, 13 steps to "Quality processing complete" (6bd75fa9)
    Given a collection in the state "Validation" that takes files for online validation
    And the provider has no submission in the collection yet
    When the provider's user of the online validation tool chooses a well-formed XML file on the Upload page and presses "Upload file"
    Then the submission's status is "Uploading"
    When the whole file has arrived in the store
    Then the submission's status is "Uploaded"
    And the provider's view of the submission leads to "Processing"
    And the submission awaits "System"
    When a worker begins with provisioning
    Then the submission's status is "Provisioning"
    When the worker finishes provisioning
    Then the submission's status is "Provisioned"
    When a worker begins with the schema check
    Then the submission's status is "Schema check"
    When the worker finishes the schema check
    Then the submission's status is "Schema check passed"
    When a worker begins with the right-to-process check
    Then the submission's status is "Right to process check"
    When the worker finishes the right-to-process check
    Then the submission's status is "Right to process check passed"
    When a worker begins with enrichment
    Then the submission's status is "Enrichment"
    When the worker finishes enrichment
    Then the submission's status is "Enrichment performed"
    When a worker begins with the quality rules
    Then the submission's status is "Quality rules"
    When the worker finishes the quality rules
    Then the submission's status is "Quality reports generated"
    When nothing is left to process
    Then the submission's status is "Quality processing complete"
    And the provider's view of the submission leads to "Quality Assurance"
    And the submission awaits "Provider"
