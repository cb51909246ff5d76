Feature: Approval chain
  The approvals that a submission needs, one after the other, as its history has left them.

  @path-66b31614 @spec-2§4.3
  Scenario: 01 in England, 4 steps to "Resubmission required" (66b31614)
    Given a provider in England with the risk code 01
    And its submission has the status "Quality processing complete"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel approval"
    And its Approval page says "Submitted for approval"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Awaiting SC approval"
    And its Approval page says "Submitted for approval"
    When an analyst of the provider's regulator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Approved"
    And its Approval page says "Approved"
    When a Bedel administrator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Decline" and confirms
    Then the submission's status is "Resubmission required"
    And its Approval page says "Resubmission required"

  @path-78d87218 @spec-2§4.3
  Scenario: 01 in England, one step to "Resubmission required" (78d87218)
    Given a provider in England with the risk code 01
    And its submission has the status "Nil return"
    When a Bedel administrator requests a historic amendment for the provider by a call of the API (there is no screen for it)
    Then the submission's status is "Resubmission required - historic amendment"
    And its Approval page says "Resubmission required"

  @path-978f960e @spec-2§4.3
  Scenario: 01 in England, 2 steps to "Resubmission required" (978f960e)
    Given a provider in England with the risk code 01
    And its submission has the status "Quality processing complete"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel approval"
    And its Approval page says "Submitted for approval"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Decline", writes a note to the provider and confirms
    Then the submission's status is "Resubmission required"
    And its Approval page says "Resubmission required"

  @path-c7fa6bcb @spec-2§4.3
  Scenario: 01 in England, 3 steps to "Resubmission required" (c7fa6bcb)
    Given a provider in England with the risk code 01
    And its submission has the status "Quality processing complete"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel approval"
    And its Approval page says "Submitted for approval"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Awaiting SC approval"
    And its Approval page says "Submitted for approval"
    When an analyst of the provider's regulator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Decline", writes a note to the provider and confirms
    Then the submission's status is "Resubmission required"
    And its Approval page says "Resubmission required"

  @path-58836703 @spec-2§4.3
  Scenario: 01 in Wales, 2 steps to "Approved" (58836703)
    Given a provider in Wales with the risk code 01
    And its submission has the status "Quality processing complete"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel approval"
    And its Approval page says "Submitted for approval"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Approved"
    And its Approval page says "Approved"

  @path-607d9680 @spec-2§4.3
  Scenario: 02 in England, 2 steps to "Submitted for approval" (607d9680)
    Given a provider in England with the risk code 02
    And its submission has the status "Quality processing complete"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel analyst approval"
    And its Approval page says "Submitted for approval"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Awaiting Bedel approval"
    And its Approval page says "Submitted for approval"

  @path-a8b3dcbb @spec-2§4.3
  Scenario: 02 in England, 2 steps to "Resubmission required" (a8b3dcbb)
    Given a provider in England with the risk code 02
    And its submission has the status "Quality processing complete"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel analyst approval"
    And its Approval page says "Submitted for approval"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Decline", writes a note to the provider and confirms
    Then the submission's status is "Resubmission required"
    And its Approval page says "Resubmission required"
